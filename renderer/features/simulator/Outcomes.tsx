import { Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useContext, useState } from 'react'
import { decideOutcome, type RedirectRules, type Visit } from '../../../contract/service/redirect/engine.ts'
import { findProgram } from '../../../contract/service/redirect/programs.ts'
import { parseUserAgent } from '../../../contract/service/redirect/visitor.ts'
import { OutcomeList, OutcomeRow, type OutcomesProps } from './OutcomeList.tsx'
import { visitorName } from './visits.ts'
import { SessionContext } from '../../session/Session.tsx'
import { FoldToggle } from '../../ui/FoldToggle.tsx'
import { PanelList } from '../../ui/PanelPart.tsx'

/** Shows the outcomes for each kind of visitor, and for developers a field to try any user agent. */
export function Outcomes({ rules, defaults, hasApp, app }: OutcomesProps) {
  const developer = useContext(SessionContext)?.state.developer
  return (
    <div>
      <OutcomeList rules={rules} defaults={defaults} hasApp={hasApp} app={app} />
      {developer && <UserAgentTrial rules={rules} defaults={defaults} />}
    </div>
  )
}

/** Offers to show what a particular browser gets. */
function UserAgentTrial(props: UserAgentFieldProps) {
  const [open, { toggle }] = useDisclosure(false)
  return (
    <Stack gap="xs" pt="xs">
      <FoldToggle open={open} toggle={toggle}>
        Test another browser or device
      </FoldToggle>
      {open && <UserAgentField {...props} />}
    </Stack>
  )
}

interface UserAgentFieldProps {
  rules: RedirectRules
  defaults: Visit['defaults']
}

/** Shows what a browser gets, based on its user agent. */
function UserAgentField({ rules, defaults }: UserAgentFieldProps) {
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
