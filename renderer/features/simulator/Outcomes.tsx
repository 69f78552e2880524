import { Stack, Text, TextInput } from '@mantine/core'
import { MessageCircle, Monitor, Smartphone } from 'lucide-react'
import { useContext, useState } from 'react'
import { decideOutcome, type RedirectRules } from '../../../contract/service/redirect/engine.ts'
import { findProgram } from '../../../contract/service/redirect/programs.ts'
import { parseUserAgent } from '../../../contract/service/redirect/visitor.ts'
import { SessionContext } from '../../session/Session.tsx'
import { Breakable } from '../../ui/Breakable.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { IconLine } from '../../ui/IconLine.tsx'
import { PanelList } from '../../ui/PanelPart.tsx'
import { useChannels } from '../channels/useChannels.ts'
import { outcomeVerbs, simulate, visitorName, type SimulatedProject, type SimulatedVisit } from './visits.ts'
import { QuietText } from '../../ui/variants.ts'

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

const icons = { phone: Smartphone, desktop: Monitor, chat: MessageCircle }

/** Shows one kind of visit: the visitor, the outcome, and the reason. */
function OutcomeRow({ visit: { who, device, outcome, verb } }: { visit: SimulatedVisit }) {
  const Icon = icons[device]
  const arrives = outcome.kind === 'redirect' || outcome.kind === 'preview'
  return (
    <IconLine component="li" icon={Icon} size={16} iconColor="var(--text-quiet)" gap={10}>
      <Stack gap={0}>
        <Text fz="sm" fw={550}>
          {who}
        </Text>
        <Text fz="sm">
          {verb ?? outcomeVerbs[outcome.kind]}{' '}
          {outcome.target !== null && (
            <Text component="code" c="var(--accent-text)" fz="xs">
              <Breakable text={outcome.target} />
            </Text>
          )}
        </Text>
        {arrives && outcome.target !== null && <ReportChannel address={outcome.target} />}
        <QuietText fz="xs" textWrap="pretty">
          {outcome.because.join(' ')}
        </QuietText>
      </Stack>
    </IconLine>
  )
}

/**
 * Shows the Google Analytics channel of visits that arrive at an address. Renders nothing if the address has no
 * tracking.
 */
function ReportChannel({ address }: { address: string }) {
  const channel = useChannels().channelAt(address)
  return channel ? (
    <QuietText span fz="xs">
      In Google Analytics: {channel}
    </QuietText>
  ) : null
}

/** Shows the outcomes for each kind of visitor, and for developers a field to try any user agent. */
export function Outcomes(props: OutcomesProps) {
  const developer = useContext(SessionContext)?.state.developer
  return (
    <div>
      <OutcomeList {...props} />
      {developer && (
        <Fold title="Test another browser or device">
          <UserAgentField {...props} />
        </Fold>
      )}
    </div>
  )
}

/** Shows what a browser gets, based on its user agent. */
function UserAgentField({ rules, defaults }: Pick<OutcomesProps, 'rules' | 'defaults'>) {
  const [agent, setAgent] = useState('')
  const visitor = parseUserAgent(agent)
  const isProgram = findProgram(agent) !== null
  return (
    <>
      <TextInput
        aria-label="User agent"
        placeholder="Paste a browser’s user agent, for example from a log"
        w="100%"
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
