import { OutcomeList } from './OutcomeList.tsx'
import type { OutcomesProps } from './OutcomeList.tsx'
import { UserAgentTrial } from './UserAgentTrial.tsx'

/** The outcomes for each kind of visitor, and a field to try any user agent. */
export function Outcomes({ rules, defaults, hasApp, app }: OutcomesProps) {
  return (
    <div>
      <OutcomeList rules={rules} defaults={defaults} hasApp={hasApp} app={app} />
      <UserAgentTrial rules={rules} defaults={defaults} />
    </div>
  )
}
