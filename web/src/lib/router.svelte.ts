/** The path of the page. Links within the app change it without loading a page. */

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

  /** Go to a path; `instead` replaces the current entry of the history. */
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

/** Mark a link within the app: `<a href="/lobby" use:link>`. Clicks with a modifier key keep their meaning. */
export function link(node: HTMLAnchorElement) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.go(node.pathname + node.search + node.hash);
  };
  node.addEventListener("click", follow);
  return { destroy: () => node.removeEventListener("click", follow) };
}
