import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../contract/canonicalJson.ts'
import { noCounts } from './kinds.ts'
import type { Counts } from './kinds.ts'

/** How much a store holds, and a hash by which two stores with the same contents are known. */
export interface Contents extends Counts {
  /** SHA-256 over every field of every row, in an order that is the same on every engine. */
  sha256: string
}

/** Takes in the rows of one store, one after another. */
export class ContentsTally {
  readonly #counts: Counts = noCounts()
  readonly #hash = createHash('sha256')

  add(kind: keyof Counts, row: object): void {
    this.#counts[kind]++
    this.#hash.update(`${canonicalJson(row)}\n`)
  }

  /** To be asked once, at the end. */
  contents(): Contents {
    return { ...this.#counts, sha256: this.#hash.digest('hex') }
  }
}
