// The page of an event, as a server sends it: it follows the event while it is played.

import { EventPage } from "./event_page.js";
import { ServedEvent } from "./event_source.js";

const AWAY = "The server that sent this page does not answer. What is shown may be out of date; the page goes on by itself.";

const root = /** @type {HTMLElement} */ (document.getElementById("event"));
const source = new ServedEvent();
const page = new EventPage(source);
root.replaceChildren(page.root);
window.addEventListener("hashchange", () => page.show());
page.show();
source.follow(() => page.show(), () => page.tell(AWAY));
