import { compare } from '../../contract/compare.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { observeLink } from '../../contract/observed.ts'
import type { Result } from '../../contract/result.ts'
import type { Client, Destination, LookedUp } from '../client/client.ts'
import { storageProblem } from '../folder/storageProblem.ts'
import type { Records } from '../library/records.ts'
import type { Running } from '../running.ts'
import { waitFor } from './attempts.ts'

interface ReadBackParts {
  client: Client
  records: Records
  running: Running
  reportBug: (call: string, error: unknown) => void
}

interface Made {
  id: string
  path: string
  request: GenerateRequest
}

/** Services with copies of their database may not know a link in the first moments. Waits in milliseconds. */
const waits = [250, 1_000]

/**
 * Asks the service what it has stored and writes that beside what was asked. A link that cannot be read stays unread:
 * whatever fails here, the link was made.
 */
export async function readBack(parts: ReadBackParts, made: Made, to: Destination): Promise<void> {
  try {
    await readAndSave(parts, made, to)
  } catch (error) {
    if (!storageProblem(error)) parts.reportBug('links.readBack', error)
  }
}

async function readAndSave(
  { client, records, running }: ReadBackParts,
  { id, path, request }: Made,
  to: Destination,
): Promise<void> {
  const found = await lookupPatiently({ client, running }, to, path)
  if (!found.ok) return
  const stored = observeLink(found.value.link)
  records.see(id, {
    answer: found.value.raw,
    differences: compare(request, stored),
    checkedAt: new Date().toISOString(),
  })
}

async function lookupPatiently(
  { client, running }: Pick<ReadBackParts, 'client' | 'running'>,
  to: Destination,
  path: string,
): Promise<Result<LookedUp>> {
  for (const wait of waits) {
    const found = await client.lookup(to, path)
    if (found.ok || found.problem.code !== 'link_not_found') return found
    await waitFor(wait, running)
  }
  return await client.lookup(to, path)
}
