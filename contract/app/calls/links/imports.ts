import { z } from 'zod'
import { call } from '../call.ts'
import { environment } from '../../../service/api/environment.ts'
import { maxTextLength } from '../../../service/address/pastedLinks.ts'
import { readingChoice } from '../../tables/reading.ts'
import {
  invalidRow,
  importChunkBytes,
  importPreview,
  importPurpose,
  linkHost,
  maxImportBytes,
} from '../../library/imports.ts'

const idInput = z.strictObject({ id: z.uuid() })
/** Where to look up links whose rows don't contain their data. */
const importTarget = idInput.extend({
  profileId: z.string().max(1_000),
  environment,
  host: linkHost.optional(),
  /** How to read a table, where the user corrects what was detected. */
  choice: readingChoice.optional(),
})
const maxChunkBase64Length = Math.ceil(importChunkBytes / 3) * 4

/**
 * Imports links from a file, which the window uploads in chunks to a private file in the data folder. That file is deleted
 * after the import, on discard, if four more are uploaded, and when the app closes or starts.
 */
export const importCalls = {
  /**
   * Starts a file under an id that the window generates, so that a window that closes immediately can still discard it.
   */
  'imports.begin': call(
    idInput.extend({ size: z.int().min(0).max(maxImportBytes), purpose: importPurpose.default('import') }),
    z.null(),
  ),
  /** Appends the next chunk of the file, as base64. */
  'imports.append': call(idInput.extend({ piece: z.string().min(1).max(maxChunkBase64Length) }), z.null()),
  /** Reads the file and returns a preview of the import. Changes nothing and looks up nothing. */
  'imports.preview': call(importTarget, importPreview),
  /** Starts importing the file and returns the job's id. */
  'imports.run': call(
    importTarget.extend({
      /** Whether links of other services are kept in the library for reference. */
      keepReferences: z.boolean().default(false),
    }),
    z.object({ job: z.uuid() }),
  ),
  /** Returns the first 5,000 rows that a job rejected. */
  'imports.errors': call({ job: z.uuid() }, z.array(invalidRow)),
  /** Returns the start of a file's text, with the addresses that its cells are linked to: as much as *Find* reads. */
  'imports.text': call(idInput, z.object({ text: z.string().max(maxTextLength) })),
  /** Deletes an uploaded file. */
  'imports.discard': call(idInput, z.null()),
}
