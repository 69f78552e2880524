import { CircleCheck, CircleX } from 'lucide-react'
import { Callout } from '../../ui/Callout.tsx'
import type { QrVerdict } from './check.ts'

/** Whether the code, drawn and read again, is the link. */
export function Verdict({ verdict }: { verdict: QrVerdict }) {
  return (
    <div role="status">
      {verdict.ok ? (
        <Callout tone="good" icon={CircleCheck} title="Reads as your link">
          <p>The code was drawn at this size and decoded again: it is exactly this link.</p>
        </Callout>
      ) : (
        <Callout tone="bad" icon={CircleX} title={verdict.fault.title}>
          <p>{verdict.fault.advice} Until then it cannot be saved.</p>
        </Callout>
      )}
    </div>
  )
}
