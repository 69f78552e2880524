import type { Problem, ProblemCode } from '../../../contract/app/problems/problem.ts'
import { SmallButton } from '../../ui/variants.ts'

const storeCodes = new Set<ProblemCode>([
  'key_store_failed',
  'key_store_timeout',
  'key_store_locked',
  'key_store_denied',
])

/** Offers to keep the key in memory if the key store can't save it. Renders nothing for other problems. */
export function KeepInMemory({ problem, keep }: { problem: Problem; keep: () => void }) {
  if (!storeCodes.has(problem.code)) return null
  return <SmallButton onClick={keep}>Keep it until I close the app</SmallButton>
}
