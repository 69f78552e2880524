import { exportPath } from '../../contract/app/window/exportPath.ts'
import { useCallMutation } from './useCall.ts'

/** Ids of export jobs started in this window, which downloads their files as soon as they are ready. */
const awaitedJobs = new Set<string>()

/** Starts an export of links. */
export function useExport() {
  return useCallMutation('exports.links', { onSuccess: ({ job }) => saveWhenReady(job) })
}

/** Downloads a job's file as soon as it is ready. */
export function saveWhenReady(job: string): void {
  awaitedJobs.add(job)
}

/** Returns true, once per job, if this window is waiting for the job's file. */
export function claimAwaitedFile(job: string): boolean {
  return awaitedJobs.delete(job)
}

/** Returns the download path of a job's file. */
export function exportUrl(job: string): string {
  return exportPath + job
}
