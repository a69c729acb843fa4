// The list of matches: whether results are shown is remembered, and the theme is the one chosen on the page of a match.

/** Where the page of a match looks, too. */
const SHOWN = "results";

const theme = localStorage.getItem("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

const choice = /** @type {HTMLInputElement | null} */ (document.getElementById("show-results"));

/** @param {boolean} isShown */
function showResults(isShown) {
  for (const result of document.querySelectorAll("details")) result.open = isShown;
}

if (choice) {
  choice.checked = localStorage.getItem(SHOWN) === "shown";
  showResults(choice.checked);
  choice.addEventListener("change", () => {
    if (choice.checked) localStorage.setItem(SHOWN, "shown");
    else localStorage.removeItem(SHOWN);
    showResults(choice.checked);
  });
  choice.closest("label")?.removeAttribute("hidden");
}
