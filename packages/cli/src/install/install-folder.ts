import { randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CliError } from '../errors.ts';
import { folderNameOf } from './folder-name.ts';
import { holdFolder } from './hold-folder.ts';
import { ifThere } from './if-there.ts';
import type { InstalledNode } from './installed-node.ts';
import { readLock } from './read-lock.ts';
import { type Step, readStep } from './read-step.ts';
import { makeFolder } from '../files/make-folder.ts';
import { replaceFile } from '../files/replace-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { writeLock } from './write-lock.ts';

/**
 * Throws unless a working folder is what patchbay makes: a folder, in which the file of the lock is empty. A link, which
 * may come with the files of a stranger, would have another folder cleared, or another database opened.
 */
const requireOwnFolder = async (folder: string, holder: string): Promise<void> => {
  const [found, held] = [await lstat(folder), await ifThere(lstat(holder))];
  if (!found.isDirectory()) throw foreign(folder);
  if (held !== undefined && !(held.isFile() && held.size === 0)) throw foreign(holder);
};

const foreign = (path: string): CliError =>
  new CliError('folder_taken', `${path} was not made by patchbay.`, { next: 'Move it away.' });

/** In the folder, so that a rename is atomic. Hosts load no folder with this ending. */
const workName = '.patchbay.disabled';
const holderName = 'held.db';
const stepName = 'step.json';

/**
 * A folder with installed nodes, held by this process alone. Each node's folder changes at once and together with the
 * lock file: what a killed process left half done is completed or undone when the folder is next opened.
 */
export class InstallFolder implements AsyncDisposable {
  readonly path: string;
  readonly #release: () => void;
  #nodes = new Map<string, InstalledNode>();
  #last: Promise<void> = Promise.resolve();

  private constructor(path: string, release: () => void) {
    this.path = path;
    this.#release = release;
  }

  /** Makes the folder if there is none. Throws `folder_busy` if another process has it. */
  static async open(path: string): Promise<InstallFolder> {
    const work = join(path, workName);
    await makeFolder(work);
    const holder = join(work, holderName);
    await requireOwnFolder(work, holder);
    const folder = new InstallFolder(path, holdFolder(path, holder));
    try {
      folder.#nodes = new Map(await readLock(path));
      await folder.#recover();
      return folder;
    } catch (error) {
      folder.#release();
      throw error;
    }
  }

  /** What is installed, by id. */
  get nodes(): ReadonlyMap<string, InstalledNode> {
    return this.#nodes;
  }

  /** The id of an installed node as the lock file writes it. */
  find(id: string): string | undefined {
    return this.#nodes.has(id) ? id : [...this.#nodes.keys()].find((one) => isSame(one, id));
  }

  pathOf(id: string): string {
    return join(this.path, folderNameOf(id));
  }

  /** A path for something that the folder is to have. What is still there at the end is deleted. */
  stage(): string {
    return this.#work(randomUUID());
  }

  /** Throws unless the place of a node is free, or holds what was installed there. */
  async requirePlace(id: string): Promise<void> {
    if (this.find(id) !== undefined || (await ifThere(lstat(this.pathOf(id)))) === undefined) return;
    throw new CliError(
      'folder_taken',
      `${this.pathOf(id)} was not installed by patchbay and stays as it is.`,
    );
  }

  /** Puts a staged folder into the place of a node, in place of what is there. */
  async place(id: string, node: InstalledNode, staged: string): Promise<void> {
    const written = { ...node, files: [...node.files] };
    await this.#inTurn({ id, node: written, staged: basename(staged), old: randomUUID() });
  }

  async remove(id: string): Promise<void> {
    await this.#inTurn({ id, old: randomUUID() });
  }

  /** Changes what the lock file says of a node, whose folder stays as it is. */
  async record(id: string, node: InstalledNode): Promise<void> {
    if (this.#nodes.get(id)?.requested === node.requested) return;
    await this.#inTurn({ id, node: { ...node, files: [...node.files] } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#last;
      await this.#recover();
    } finally {
      this.#release();
    }
  }

  #work(name: string): string {
    return join(this.path, workName, name);
  }

  /** Steps are taken one after another, however many packages arrive at once. */
  #inTurn(step: Step): Promise<void> {
    const taken = this.#last.then(() => this.#take(step));
    this.#last = taken.catch(() => undefined);
    return taken;
  }

  async #take(step: Step): Promise<void> {
    const target = this.pathOf(step.id);
    await replaceFile(this.#work(stepName), JSON.stringify(step), { isOnlyWriter: true });
    const hadOld = await this.#moveIfThere(target, step.old);
    if (step.staged !== undefined) {
      try {
        await rename(this.#work(step.staged), target);
      } catch (error) {
        if (hadOld) await rename(this.#work(step.old ?? ''), target);
        throw error;
      }
    }
    await this.#complete(step);
  }

  async #moveIfThere(target: string, name: string | undefined): Promise<boolean> {
    if (name === undefined) return false;
    const moved = await ifThere(rename(target, this.#work(name)).then(() => true));
    return moved === true;
  }

  /** Once the folders are in their places. */
  async #complete({ id, node }: Step): Promise<void> {
    await syncFolder(this.path);
    const known = this.find(id);
    if (known !== undefined) this.#nodes.delete(known);
    if (node !== undefined) this.#nodes.set(id, { ...node, files: new Map(node.files) });
    await writeLock(this.path, this.#nodes);
    await rm(this.#work(stepName));
  }

  /** After a step that was killed or failed. What is not in its place yet is undone, as if it had not been begun. */
  async #recover(): Promise<void> {
    const step = await readStep(this.#work(stepName));
    if (step !== undefined) {
      const isStaged = step.staged !== undefined && (await this.#has(step.staged));
      const hasOld = step.old !== undefined && (await this.#has(step.old));
      const isBegun = step.node === undefined ? hasOld : !isStaged;
      if (isBegun) await this.#complete(step);
      else if (hasOld) await rename(this.#work(step.old ?? ''), this.pathOf(step.id));
    }
    await this.#clear();
  }

  async #has(name: string): Promise<boolean> {
    return (await ifThere(lstat(this.#work(name)))) !== undefined;
  }

  async #clear(): Promise<void> {
    for (const name of await readdir(join(this.path, workName))) {
      if (!name.startsWith(holderName)) await rm(this.#work(name), { recursive: true, force: true });
    }
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
