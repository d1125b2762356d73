/** Shows a live page in an element. */
export class BrowserHost {
    /**
     * @param {HTMLElement} screen what the page is shown in; a shadow tree of its own keeps the styles of both apart
     * @param {object} options
     * @param {number} options.width of the page in CSS px
     * @param {number} options.height of the page in CSS px
     * @param {(event: object) => any} options.send takes what readers do, as `ViewEvent(_:)` reads it: `{ event: 'click', node: 8 }`; answers `false`
     *   to a long press that nothing listens to, which is a tap then
     * @param {(x: number, y: number) => void} [options.scrolled] hears how far the page is scrolled
     * @param {(path: string) => string | null} options.resolve the address of an image or page that the page names; nothing is loaded
     *   where it answers `null`, or with an address that is neither HTTP, a blob of the app's nor an image's own data
     */
    constructor(screen: HTMLElement, { width, height, send, scrolled, resolve }: {
        width: number;
        height: number;
        send: (event: object) => any;
        scrolled?: (x: number, y: number) => void;
        resolve: (path: string) => string | null;
    });
    /** By node. */
    views: Map<any, any>;
    /** The page, and the bar above it; places count from the page's corner in both. */
    page: any;
    bar: any;
    frame: any;
    size: {
        width: number;
        height: number;
    };
    /** How high the bar above the page is. */
    top: number;
    /** Takes everything away. */
    end(): void;
    /** Carries commands out in their order: an array, or its JSON. What is not a command, or is for no view, is passed over. */
    apply(commands: any): void;
    setProperty(view: any, { name, value }: {
        name: any;
        value: any;
    }): void;
    insert(view: any, { parent, index }: {
        parent: any;
        index: any;
    }): void;
    setFrame(view: any, { x, y, width, height }: {
        x: any;
        y: any;
        width: any;
        height: any;
    }): void;
    setText(view: any, { text, lines }: {
        text: any;
        lines: any;
    }): void;
    setScrollArea(view: any, { width, height }: {
        width: any;
        height: any;
    }): void;
    remove(view: any): void;
    perform(view: any, { action, arguments: given }: {
        action: any;
        arguments: any;
    }): void;
    /** Shows the page in another height; what does not fit scrolls. */
    resize(height: any): void;
    willFit(view: any): void;
    /** Draws letters as wide as they were measured, at once for all, since each look at a width lays the document out. */
    fit(views: any): void;
    /** Hands an event on, with the view that it is of. */
    report(view: any, event: any, more: any): any;
    /** Whether the page itself cannot be scrolled on in a direction. */
    isStill(isDown: any): boolean;
    /** The address of what a page names; `null` for what must not be loaded. */
    address(source: any): string;
    #private;
}
