/** Where in the app one is: the path of the page, without a page ever being loaded anew. */

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener("popstate", () => this.#look());
  }

  /** The parts of the path: `/t/abc` is `["t", "abc"]`. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decodeURIComponent);
  }

  /** Go somewhere; `instead` leaves no way back to where one was. */
  go(path: string, { instead = false } = {}): void {
    history[instead ? "replaceState" : "pushState"](null, "", path);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const router = new Router();

/** For a link within the app: `<a href="/lobby" use:link>`. Other keys and buttons do what they always do. */
export function link(node: HTMLAnchorElement) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.go(node.pathname + node.search + node.hash);
  };
  node.addEventListener("click", follow);
  return { destroy: () => node.removeEventListener("click", follow) };
}
