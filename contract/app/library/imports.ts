import { z } from 'zod'
import { environment } from '../../service/api/environment.ts'
import { maxSavedViews } from '../../service/rules/viewLimits.ts'
import { tableReading } from '../tables/reading.ts'
import { formatCount } from '../../service/text/text.ts'

/** Services whose exports are recognized. */
export const exportingServices = [
  'dub',
  'kutt',
  'bitly',
  'shlink',
  'yourls',
  'firebase',
  'sink',
  'shortio',
  'rebrandly',
] as const

/** The format of a file of links, detected from its contents. */
const importKind = z.enum(['linkwright', 'table', 'text', ...exportingServices])
export type ImportKind = z.infer<typeof importKind>

/** Maximum number of links in a file. More than most libraries have, so that an export can be imported again. */
export const maxImportedLinks = 200_000
/** Maximum file size and maximum chunk size per call, in bytes. */
export const maxImportBytes = 1_000_000_000
export const importChunkBytes = 768 * 1_024

/** The host of links that are given without one, in lower case, with its port if any. */
export const linkHost = z
  .string()
  .max(300)
  .refine((host) => URL.parse(`https://${host}`)?.host === host)

/** The purpose of a file. A table for a run has a lower limit. */
export const importPurpose = z.enum(['import', 'run'])
export type ImportPurpose = z.infer<typeof importPurpose>

/** Maximum number of links looked up per file. At three a second, this takes almost two hours. */
export const maxLookups = 20_000

/** Why a row can't be imported, as shown in the preview and in the list of rejected rows. */
export const rowErrors = {
  no_link: 'This row has no link.',
  other_domain: 'This link’s domain isn’t one of your link domains.',
  too_many: `Only ${formatCount(maxLookups)} links per file can be looked up.`,
  too_many_views: `You can save up to ${maxSavedViews} views. This one wasn’t added.`,
  misfit: 'This row has more or fewer cells than the header. A text in it may contain the separator.',
  damaged_cell: 'A cell of this row has an error or a damaged character (�).',
  unreadable: 'This row can’t be read, so nothing after it was read.',
  damaged: 'This entry wasn’t exported by Linkwright, or it was changed afterwards.',
  cut_off: 'The file is incomplete: it ends here.',
  not_found: 'The service has no link at this address in this environment.',
  not_found_anywhere: 'The service has no link at this address in either environment.',
  not_found_key_refused:
    'The service has no link at this address in this environment, and rejected the key for the other one.',
  no_answer: 'The service didn’t respond for this link.',
  refused: 'The service’s response couldn’t be used.',
} as const
const rowError = z.enum(Object.keys(rowErrors) as [RowError, ...RowError[]])
export type RowError = keyof typeof rowErrors

/**
 * A row that can't be imported: its number as in a spreadsheet, and the start of its text. `repaired`: the start of what it would be
 * if it were repaired.
 */
export const invalidRow = z.object({
  row: z.int(),
  error: rowError,
  text: z.string(),
  repaired: z.string().optional(),
})
export type InvalidRow = z.infer<typeof invalidRow>

/** The preview of a row. */
const sampleRow = z.object({
  row: z.int(),
  link: z.string().nullable(),
  title: z.string().nullable(),
  destination: z.string().nullable(),
  /** For a `known` link, its destination in the library if that differs, which stays. */
  kept: z.string().optional(),
  profileName: z.string().nullable(),
  /** `null` until the link is looked up. */
  environment: environment.nullable(),
  /** `new`: would be added. `known`: already in the library. `foreign`: created by another service. */
  outcome: z.enum(['new', 'known', 'foreign']),
})
export type SampleRow = z.infer<typeof sampleRow>

/** Number of rows by outcome. */
const importCounts = z.object({
  new: z.int(),
  known: z.int(),
  foreign: z.int(),
  /**
   * Number of `foreign` links that can be kept for reference. After an import, the number that were kept, which
   * `foreign` then excludes.
   */
  references: z.int(),
  invalid: z.int(),
})
export type ImportCounts = z.infer<typeof importCounts>

/** A preview of importing a file. */
export const importPreview = z.object({
  kind: importKind,
  /** How a table was read; absent for other files. */
  reading: tableReading.optional(),
  /** Names of unused columns, as in the file. */
  unused: z.array(z.string()),
  /** Names of columns, such as tags or a campaign, whose values the service provides for looked-up links. */
  fromService: z.array(z.string()),
  counts: importCounts,
  /**
   * Number of rows with a destination whose link is on a domain of the target profile and not in the library, so that it
   * can move there.
   */
  movable: z.int(),
  /** Number of rows with a link but no host, such as a short code. */
  hostless: z.int(),
  /** The first ten rows of each kind. */
  sample: z.array(sampleRow),
  errors: z.array(invalidRow),
})
export type ImportPreview = z.infer<typeof importPreview>
