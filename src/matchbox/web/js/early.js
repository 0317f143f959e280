// Runs before the first paint, so that the chosen theme and language do not flash in late.
(() => {
  const read = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // private windows may refuse storage
    }
  };
  const theme = read("matchbox.theme");
  if (theme) document.documentElement.dataset.theme = theme;
  const language = read("matchbox.language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
  document.documentElement.lang = language;
})();
