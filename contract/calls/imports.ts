import { z } from 'zod'
import { environment } from '../headers.ts'
import { invalidRow, importChunkBytes, importPreview, maxImportBytes } from '../imports.ts'

const idInput = z.strictObject({ id: z.uuid() })
/** Where links are looked up that do not say it themselves. */
const importTarget = idInput.extend({ profileId: z.string().max(1_000), environment })
const maxChunkBase64Length = Math.ceil(importChunkBytes / 3) * 4

/**
 * Links from a file. It comes in pieces, which a private file of the data folder keeps until it was imported or is discarded; at
 * the next start it is gone.
 */
export const importCalls = {
  'import.begin': {
    input: z.strictObject({ size: z.int().min(0).max(maxImportBytes) }),
    output: idInput.strip(),
  },
  /** Takes the next piece of the file, as base64. */
  'import.append': {
    input: idInput.extend({ piece: z.string().min(1).max(maxChunkBase64Length) }),
    output: z.null(),
  },
  /** Reads the file once and says what importing it would do. Nothing is looked up, nothing is changed. */
  'import.preview': { input: importTarget, output: importPreview },
  /** Imports the file by a job, and answers that job's id. */
  'import.run': { input: importTarget, output: z.object({ job: z.uuid() }) },
  /** The rows of which a job could make nothing, the first 5,000 of them. */
  'import.faults': { input: z.strictObject({ job: z.uuid() }), output: z.array(invalidRow) },
  /** Forgets a file. */
  'import.discard': { input: idInput, output: z.null() },
}
