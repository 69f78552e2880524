import type { ValidationStandards } from '../../contract/runs/rowValidator.ts'
import type { Jobs } from '../jobs.ts'
import type { RunRows } from '../library/runs/rows.ts'
import type { AnnouncedServices } from '../library/services.ts'
import type { Remote } from '../library/thread/messages.ts'
import { defaultsOf } from '../profiles/profiles.ts'
import type { Rules } from '../library/rules.ts'
import type { SettingsFile } from '../settings/settings.ts'

interface Parts {
  rules: Pick<Remote<Rules>, 'get'>
  runRows: Remote<RunRows>
  settings: SettingsFile
  services: Pick<AnnouncedServices, 'has'>
  jobs: Jobs
}

/** Checks the rows of runs against what is known about their profiles. */
export interface RowChecks {
  /** Returns what the rows of a run are checked against. */
  standards: (run: string) => Promise<ValidationStandards>
  /** Checks all rows: after reading, and when mapping, profile or environment change. */
  checkAll: (run: string) => Promise<void>
  /** Waits for the checks of a run that are under way. */
  settled: (run: string) => Promise<void>
}

export function createRowChecks({ rules, runRows, settings, services, jobs }: Parts): RowChecks {
  const standards = async (run: string): Promise<ValidationStandards> => {
    const { profileId } = await runRows.run(run)
    const profile = settings.get().profiles.find(({ id }) => id === profileId)
    if (!profile) return { ours: true, linkHosts: [] }
    return {
      ours: defaultsOf(profile, services) === 'ours',
      linkHosts: profile.linkHosts,
      rules: (await rules.get(profileId)) ?? {},
    }
  }
  const underWay = new Map<string, Promise<void>>()
  const checkRows = (run: string) =>
    jobs.during('checkRows', async ({ signal, reach }) => {
      const { check, rows } = await runRows.beginCheck(run, await standards(run))
      for (let isLast = false; !isLast && !signal.aborted;) {
        const portion = await runRows.nextCheck(check)
        reach(portion.done, rows)
        isLast = portion.isLast
      }
      if (signal.aborted) await runRows.endCheck(check)
    })
  return {
    standards,
    checkAll: async (run) => {
      const check = checkRows(run)
      underWay.set(run, check)
      try {
        await check
      } finally {
        if (underWay.get(run) === check) underWay.delete(run)
      }
    },
    // The latest check replaces the others. Its failure is reported to its caller.
    settled: async (run) => {
      await underWay.get(run)?.catch(() => undefined)
    },
  }
}
