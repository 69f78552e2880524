import type { ValidationStandards } from '../../contract/app/runs/rowValidator.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import type { Work } from '../jobs.ts'
import { getDefaults, offers } from '../profiles/profiles.ts'
import type { PathChecks } from '../runs/paths/pathChecks.ts'
import type { AppServices } from '../appServices.ts'

/** Checks the rows of runs against the rules and services of their profiles. */
export type RowChecks = ReturnType<typeof createRowChecks>

/** What the handlers of runs share. */
export type RunServices = AppServices & { rowChecks: RowChecks; pathChecks: PathChecks }

export function createRowChecks({ rules, runRows, settings, services, jobs }: AppServices) {
  const standards = async (run: string): Promise<ValidationStandards> => {
    const { profileId } = await runRows.run(run)
    const profile = settings.get().profiles.find(({ id }) => id === profileId)
    if (!profile) return { ours: true, linkHosts: [] }
    return {
      ours: getDefaults(profile, services) === 'ours',
      linkHosts: profile.linkHosts,
      paths: offers(profile, services, 'paths'),
      images: offers(profile, services, 'images'),
      rules: (await rules.get(profileId)) ?? {},
    }
  }
  const running = new Map<string, Promise<void>>()
  /** Runs whose latest check has reached the end since the app started. */
  const complete = new Set<string>()
  const checkRows = (run: string) => jobs.during('checkRows', (work) => checkInBatches(run, work), { run })
  const checkInBatches = async (run: string, work: Work) => {
    complete.delete(run)
    // Rules and announcements can change during a check. Its end would hide that they have reset it.
    for (let [used, current] = ['', await standards(run)]; used !== JSON.stringify(current);) {
      used = JSON.stringify(current)
      await checkOnce(run, current, work)
      if (work.signal.aborted) return
      current = await standards(run)
    }
    complete.add(run)
  }
  const checkOnce = async (run: string, current: ValidationStandards, { signal, reportProgress }: Work) => {
    const { check, rows } = await runRows.beginCheck(run, current)
    for (let isLast = false; !isLast && !signal.aborted;) {
      const batch = await runRows.nextCheck(check)
      reportProgress(batch.done, rows)
      isLast = batch.isLast
    }
    if (signal.aborted) await runRows.endCheck(check)
  }
  const checkAll = async (run: string): Promise<void> => {
    const check = checkRows(run)
    running.set(run, check)
    try {
      await check
    } finally {
      if (running.get(run) === check) running.delete(run)
    }
    // A later check has replaced this one, whose caller waits for checked rows.
    await running.get(run)
  }
  return {
    /** Returns the standards that the rows of a run are checked against. */
    standards,
    /** Checks all rows. Needed after reading a table, and when the mapping, profile or environment changes. */
    checkAll,
    /**
     * Checks the rows of a run again if they were all checked, and new rules or an announcement of the service made them
     * unchecked since.
     */
    checkIfReset: ({ id, state, change, checked }: Run) => {
      const canCheck = state === 'preparing' && change === null && !checked && !running.has(id)
      // If it fails, the rows stay unchecked, which the window shows.
      if (canCheck && complete.has(id)) void checkAll(id).catch(() => undefined)
    },
    /** Leaves the rows of a run unchecked until they are checked on request, because its mapping is being edited. */
    leaveUnchecked: (run: string) => void complete.delete(run),
    /** Waits for a run's latest check, if it is in progress. If it fails, its caller gets the error. */
    settled: async (run: string) => {
      await running.get(run)?.catch(() => undefined)
    },
  }
}
