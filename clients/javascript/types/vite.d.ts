/** The release that a plugin makes. */
export interface HybridPluginOptions {
  /** The release's folder, relative to Vite's root: `release`. */
  outDir?: string;
  /** More of `hybrid build`, such as `['--sign-key', 'release.pem']`. */
  arguments?: readonly string[];
  /** The tool: `hybrid`. */
  program?: string;
}

/** The plugin: `plugins: [hybrid()]`. */
export function hybrid(options?: HybridPluginOptions): {
  name: string;
  configResolved(resolved: any): void;
  buildStart(): void;
  buildEnd(error?: Error): void;
  renderError(): void;
  closeBundle: { sequential: true; order: 'post'; handler(): Promise<void> };
  configurePreviewServer(server: any): Promise<void>;
};
