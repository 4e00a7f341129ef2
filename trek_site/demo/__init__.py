"""The demo: the whole site on one machine, with reference runs that go through its public doors."""
