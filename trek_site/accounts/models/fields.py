"""A column that keeps what a name looks like beside the name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.db import models

from trek_site.shared.names import skeleton

if TYPE_CHECKING:
    SkeletonFieldBase = models.CharField[str, str]
else:
    SkeletonFieldBase = models.CharField

# Twice the longest name. What is beyond does not tell names apart: some letters stand for a whole phrase, and
# an index holds rows of limited length.
SKELETON_CHARACTERS_MAX: Final = 300


def look_of(name: str) -> str:
    """The skeleton of a name as it is kept."""
    return skeleton(name)[:SKELETON_CHARACTERS_MAX]


class SkeletonField(SkeletonFieldBase):
    """Filled in from another column whenever the row is saved, as a time of change would be.

    A statement that updates the other column by itself has to set this one too.
    """

    def __init__(self, source: str = "", **options: Any) -> None:
        self.source = source
        super().__init__(**options)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002, FBT001 - Django's.
        """The skeleton of the name as it is about to be saved."""
        value = look_of(str(getattr(model_instance, self.source)))
        setattr(model_instance, self.attname, value)
        return value

    def deconstruct(self) -> Any:
        """As migrations write it down."""
        name, path, arguments, options = super().deconstruct()
        return name, path, [*arguments, self.source], options
