import type { ValidationStandards } from '../../contract/app/runs/rowValidator.ts'
import type { Work } from '../jobs.ts'
import { getDefaults, hasImages, hasOwnPaths } from '../profiles/profiles.ts'
import type { AppServices } from '../appServices.ts'

type Parts = Pick<AppServices, 'rules' | 'runRows' | 'settings' | 'services' | 'jobs'>

/** Checks the rows of runs against the rules and services of their profiles. */
export interface RowChecks {
  /** Returns the standards that the rows of a run are checked against. */
  standards: (run: string) => Promise<ValidationStandards>
  /** Checks all rows. Needed after reading a table, and when the mapping, profile or environment changes. */
  checkAll: (run: string) => Promise<void>
  /** Waits for a run's checks in progress. */
  settled: (run: string) => Promise<void>
}

export function createRowChecks({ rules, runRows, settings, services, jobs }: Parts): RowChecks {
  const standards = async (run: string): Promise<ValidationStandards> => {
    const { profileId } = await runRows.run(run)
    const profile = settings.get().profiles.find(({ id }) => id === profileId)
    if (!profile) return { ours: true, linkHosts: [] }
    return {
      ours: getDefaults(profile, services) === 'ours',
      linkHosts: profile.linkHosts,
      paths: hasOwnPaths(profile, services),
      images: hasImages(profile, services),
      rules: (await rules.get(profileId)) ?? {},
    }
  }
  const running = new Map<string, Promise<void>>()
  const checkRows = (run: string) => jobs.during('checkRows', (work) => checkInBatches(run, work), { run })
  const checkInBatches = async (run: string, { signal, reportProgress }: Work) => {
    const { check, rows } = await runRows.beginCheck(run, await standards(run))
    for (let isLast = false; !isLast && !signal.aborted;) {
      const batch = await runRows.nextCheck(check)
      reportProgress(batch.done, rows)
      isLast = batch.isLast
    }
    if (signal.aborted) await runRows.endCheck(check)
  }
  return {
    standards,
    checkAll: async (run) => {
      const check = checkRows(run)
      running.set(run, check)
      try {
        await check
      } finally {
        if (running.get(run) === check) running.delete(run)
      }
    },
    // Only the latest check is awaited. If it fails, its caller gets the error.
    settled: async (run) => {
      await running.get(run)?.catch(() => undefined)
    },
  }
}
