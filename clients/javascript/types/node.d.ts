import { Files } from './files.js';
import { Transport } from './transport.js';

/** Files in a folder, as the Swift client keeps them. Several processes may use one. */
export class FolderFiles implements Files {
  /** @param folder made where it is missing */
  constructor(folder: string);
  folder: string;
  read(name: string, start?: number, end?: number): Promise<Uint8Array | null>;
  size(name: string): Promise<number | null>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  append(name: string, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  lock<T>(name: string, waits: boolean, body: () => Promise<T>): Promise<T>;
}

/** Fetches a release's files from a published folder. */
export function folderTransport(folder: string): Transport;
