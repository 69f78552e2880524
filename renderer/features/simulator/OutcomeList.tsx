import type { RedirectRules } from '../../../contract/service/redirect/engine.ts'
import { OutcomeRow } from './OutcomeRow.tsx'
import { simulate, type SimulatedProject } from './visits.ts'
import { PanelList } from '../../ui/PanelPart.tsx'

export interface OutcomesProps extends SimulatedProject {
  rules: RedirectRules
}

/** Shows what a link does for each kind of visitor, and why. */
export function OutcomeList({ rules, ...project }: OutcomesProps) {
  return (
    <PanelList>
      {simulate(rules, project).map((visit) => (
        <OutcomeRow key={visit.who} visit={visit} />
      ))}
    </PanelList>
  )
}
