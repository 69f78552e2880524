import { z } from 'zod'
import { linkPatch } from '../link/change/linkPatch.ts'
import { replacement } from '../link/change/replaceInLink.ts'
import { maxCellLength, maxColumns } from './mapping/mapping.ts'

const column = z.int().min(0).max(maxColumns).nullable()

/** The columns of a table of new addresses; `null` for a missing one. */
export const addressColumns = z.strictObject({ link: column, address: column })
export type AddressColumns = z.infer<typeof addressColumns>

/** A change that is the same for all links of a run: a new address, or anything that a single change can contain. */
export const wantedChange = z
  .strictObject({
    /** Replaces the link's address on every platform that has the same one. */
    address: z.string().min(1).max(maxCellLength).optional(),
    /** Replaces a text in each link that has it. */
    replace: replacement.optional(),
    patch: linkPatch.default({}),
  })
  .refine(
    ({ address, replace, patch }) =>
      address !== undefined || replace !== undefined || Object.keys(patch).length > 0,
  )
export type RequestedChange = z.output<typeof wantedChange>

/** The change of a change run, as stored. */
export const changePlan = z.discriminatedUnion('kind', [
  /** The same change for every link. */
  z.strictObject({ kind: z.literal('same'), change: wantedChange }),
  /** Each link gets the address in its row of a table. */
  z.strictObject({ kind: z.literal('table'), columns: addressColumns }),
  /** Each link is restored to its state at that time. Only older versions made such runs. */
  z.strictObject({ kind: z.literal('time'), at: z.iso.datetime() }),
  /** Each link that another run changed is restored to its previous state. */
  z.strictObject({ kind: z.literal('undo'), run: z.uuid() }),
])
export type ChangePlan = z.output<typeof changePlan>
