import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { decideOutcome, type RedirectRules, type Visit } from '../../../contract/service/redirect/engine.ts'
import { findProgram } from '../../../contract/service/redirect/programs.ts'
import { parseUserAgent } from '../../../contract/service/redirect/visitor.ts'
import { OutcomeRow } from './OutcomeRow.tsx'
import { visitorName } from './visits.ts'
import { PanelList } from '../../ui/PanelPart.tsx'

export interface UserAgentFieldProps {
  rules: RedirectRules
  defaults: Visit['defaults']
}

/** Shows what a browser gets, based on its user agent. */
export function UserAgentField({ rules, defaults }: UserAgentFieldProps) {
  const [agent, setAgent] = useState('')
  const visitor = parseUserAgent(agent)
  const isProgram = findProgram(agent) !== null
  return (
    <>
      <TextInput
        aria-label="User agent"
        placeholder="Paste a browser’s user agent, for example from a log"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={agent}
        onChange={(event) => setAgent(event.currentTarget.value)}
      />
      {agent.trim() !== '' && (
        <PanelList aria-label="What this browser gets">
          <OutcomeRow
            visit={{
              who: `Treated as ${visitorName(visitor)}${isProgram ? ', counted as a bot' : ''}`,
              device: visitor.crawler ? 'chat' : visitor.platform === 'desktop' ? 'desktop' : 'phone',
              outcome: decideOutcome(rules, { visitor, appInstalled: false, defaults }),
            }}
          />
        </PanelList>
      )}
    </>
  )
}
