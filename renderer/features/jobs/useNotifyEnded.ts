import { useContext, useEffect, useRef } from 'react'
import { describeEnd } from '../../../contract/app/jobs/endedJob.ts'
import type { Job } from '../../../contract/app/jobs/job.ts'
import { navigate } from '../../session/hashLocation.ts'
import { SessionContext } from '../../session/Session.tsx'

/** Shows a system notification about work that ends while another program is in front, unless the host does. */
export function useNotifyEnded(jobs: readonly Job[]): void {
  const state = useContext(SessionContext)?.state
  const isOn = state?.windowNotifies === true && state.notifies
  const running = useRef(new Set<string>())
  useEffect(() => {
    for (const job of jobs) {
      if (job.state === 'running') running.current.add(job.id)
      else if (running.current.delete(job.id) && isOn) notify(job)
    }
  }, [jobs, isOn])
}

function notify(job: Job): void {
  const end = describeEnd(job)
  if (!end || document.hasFocus() || !('Notification' in window)) return
  // Permission is only requested in the settings.
  if (Notification.permission !== 'granted') return
  const notification = new Notification(end.title, { body: end.text, tag: job.id })
  notification.addEventListener('click', () => {
    window.focus()
    navigate(end.path)
  })
}
