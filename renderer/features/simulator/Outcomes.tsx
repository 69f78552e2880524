import type { RedirectRules, Visit } from '../../../contract/redirect/engine.ts'
import { OutcomeList } from './OutcomeList.tsx'
import { UserAgentTrial } from './UserAgentTrial.tsx'

/** Shows the outcomes, and tries any other user agent. */
export function Outcomes({ rules, defaults }: { rules: RedirectRules; defaults: Visit['defaults'] }) {
  return (
    <div>
      <OutcomeList rules={rules} defaults={defaults} />
      <UserAgentTrial rules={rules} defaults={defaults} />
    </div>
  )
}
