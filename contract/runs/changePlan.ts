import { z } from 'zod'
import { linkPatch } from '../linkPatch.ts'
import { maxCellLength, maxColumns } from './mapping.ts'

const column = z.int().min(0).max(maxColumns).nullable()

/** The columns of a table of new addresses; `null` for one that isn't there. */
export const addressColumns = z.strictObject({ link: column, address: column })
export type AddressColumns = z.infer<typeof addressColumns>

/** The change that all links of a run have in common: a new address, or anything that a single change can contain. */
export const wantedChange = z
  .strictObject({
    /** Replaces the address that the link leads to, on every platform that leads to the same one. */
    address: z.string().min(1).max(maxCellLength).optional(),
    patch: linkPatch.default({}),
  })
  .refine(({ address, patch }) => address !== undefined || Object.keys(patch).length > 0)
export type WantedChange = z.output<typeof wantedChange>

/** What a run of changes does, as it is stored. */
export const changePlan = z.discriminatedUnion('kind', [
  /** The same change of every link. */
  z.strictObject({ kind: z.literal('same'), change: wantedChange }),
  /** Each link gets the address in its row of a table. */
  z.strictObject({ kind: z.literal('table'), columns: addressColumns }),
  /** Each link becomes as it was at that time. */
  z.strictObject({ kind: z.literal('time'), at: z.iso.datetime() }),
  /** Each link that another run changed becomes as it was before. */
  z.strictObject({ kind: z.literal('undo'), run: z.uuid() }),
])
export type ChangePlan = z.output<typeof changePlan>
