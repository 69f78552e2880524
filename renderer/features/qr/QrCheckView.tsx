import { CircleX } from 'lucide-react'
import { Callout } from '../../ui/Callout.tsx'
import type { QrCheck } from './check.ts'

/** Shows whether the rendered code decodes to the link. */
export function QrCheckView({ check }: { check: QrCheck }) {
  return (
    <div role="status">
      {check.ok ? (
        <Callout tone="good" title="Scans as your link">
          <p>Linkwright drew the code at this size and read it back. It contains exactly this link.</p>
        </Callout>
      ) : (
        <Callout tone="bad" icon={CircleX} title={check.failure.title}>
          <p>{check.failure.advice} Until then, it can’t be saved.</p>
        </Callout>
      )}
    </div>
  )
}
