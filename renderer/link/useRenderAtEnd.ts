import { useState } from 'react'
import { readEndTime } from '../../contract/app/link/change/linkPatch.ts'
import type { RemoteLink } from '../../contract/app/link/remoteLink.ts'
import { useAtTime } from '../ui/useAtTime.ts'

/** Renders again when one of the links ends, because that changes how they are described. */
export function useRenderAtEnd(links: readonly (RemoteLink | null)[]): void {
  const [now, setNow] = useState(Date.now)
  const ends = links.map((link) => (link && readEndTime(link)) ?? Infinity).filter((end) => end > now)
  const next = Math.min(...ends)
  useAtTime(Number.isFinite(next) ? next : null, () => setNow(Date.now()))
}
