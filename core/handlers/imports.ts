import type { importCalls } from '../../contract/calls/imports.ts'
import type { ParsedInput } from '../../contract/calls.ts'
import type { ImportPreview } from '../../contract/imports.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import { JobStopped } from '../jobs.ts'
import type { Jobs, Work } from '../jobs.ts'
import { addCounts, importLinks, nothingImported } from '../links/importLinks.ts'
import type { Imported, ImportParts } from '../links/importLinks.ts'

interface Parts extends ImportParts {
  jobs: Jobs
}

/** As many of each are shown before an import. */
const shownAtOnce = 10
/** Of as many imports the faulty rows are kept. */
const mostKept = 20

export function importHandlers(parts: Parts): Pick<Handlers, keyof typeof importCalls> {
  const { imports, jobs, settings } = parts
  const kept = new Map<string, Imported>()
  const open = ({ id, profileId, environment }: ParsedInput<'import.preview'>) => {
    const profiles = settings.get().profiles.map(({ id: profile, name, linkHosts, baseUrl }) => ({
      id: profile,
      name,
      linkHosts,
      baseUrl,
    }))
    return imports.open(id, { profiles, profileId, environment })
  }
  return {
    'import.begin': () => answered(async () => ({ id: await imports.begin() })),
    'import.append': ({ id, piece }) =>
      answered(async () => {
        await imports.append(id, piece)
        return null
      }),
    'import.preview': (input) =>
      answered(() =>
        jobs.during('readImport', async (work) => await preview(input.id, await open(input), work)),
      ),
    'import.run': (input) =>
      answered(async () => {
        const opened = await open(input)
        const imported = nothingImported()
        const job = jobs.start('import', async (work) => {
          try {
            await importLinks(parts, { id: input.id, ...opened }, work, imported)
          } catch (error) {
            const code = faultOf(error)
            throw code ? new JobStopped({ code }) : error
          } finally {
            await imports.discard(input.id)
          }
        })
        kept.set(job, imported)
        const [oldest] = kept.keys()
        if (oldest !== undefined && kept.size > mostKept) kept.delete(oldest)
        return { job }
      }),
    'import.faults': ({ job }) => {
      const imported = kept.get(job)
      return Promise.resolve(imported ? ok(imported.faults) : fail({ code: 'import_gone' }))
    },
    'import.discard': ({ id }) =>
      answered(async () => {
        await imports.discard(id)
        return null
      }),
  }

  async function preview(id: string, { kind, size }: Awaited<ReturnType<typeof open>>, work: Work) {
    const { counts, sample, faults }: ImportPreview = { kind, ...nothingImported(), sample: [] }
    for (let isLast = false; !isLast && !work.signal.aborted;) {
      const portion = await imports.next(id, false)
      addCounts(counts, portion.counts)
      sample.push(...portion.sample)
      faults.push(...portion.faults.slice(0, shownAtOnce - faults.length))
      work.reach(portion.read, size)
      isLast = portion.isLast
    }
    return { kind, counts, sample, faults }
  }
}

/** What cannot be imported is a problem and no bug. */
async function answered<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    const code = faultOf(error)
    if (code) return fail({ code })
    throw error
  }
}

/** An `ImportFault`, which has lost its class on its way from the library's thread. */
function faultOf(error: unknown): ProblemCode | null {
  return error instanceof Error && error.name === 'ImportFault' ? (error.message as ProblemCode) : null
}
