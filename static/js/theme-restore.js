// Applies the reader's chosen colour theme before the first paint. Without it the system's choice holds.
(function () {
  "use strict";
  try {
    var chosen = window.localStorage.getItem("trek-theme");
    if (chosen === "light" || chosen === "dark") {
      document.documentElement.setAttribute("data-theme", chosen);
    }
  } catch (error) {
    // Storage is off: the system's theme is a fine answer.
  }
})();
