import { Stack, Text } from '@mantine/core'
import { MessageCircle, Monitor, Smartphone } from 'lucide-react'
import type { RedirectRules } from '../../../contract/service/redirect/engine.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { IconLine } from '../../ui/IconLine.tsx'
import { PanelList } from '../../ui/PanelPart.tsx'
import { useChannels } from '../channels/useChannels.ts'
import { outcomeVerb, simulate, type SimulatedProject, type SimulatedVisit } from './visits.ts'

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
export function OutcomeRow({ visit: { who, device, outcome, verb } }: { visit: SimulatedVisit }) {
  const Icon = icons[device]
  const arrives = outcome.kind === 'redirect' || outcome.kind === 'preview'
  return (
    <IconLine component="li" icon={Icon} size={16} iconColor="var(--text-quiet)" gap={10}>
      <Stack gap={0}>
        <Text fz="sm" fw={550}>
          {who}
        </Text>
        <Text fz="sm">
          {verb ?? outcomeVerb(outcome)}{' '}
          {outcome.target !== null && (
            <Text component="code" c="var(--accent-text)" fz="xs">
              <Breakable text={outcome.target} />
            </Text>
          )}
        </Text>
        {arrives && outcome.target !== null && <ReportChannel address={outcome.target} />}
        <Text c="dimmed" fz="xs" textWrap="pretty">
          {outcome.because.join(' ')}
        </Text>
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
    <Text span c="dimmed" fz="xs">
      In Google Analytics: {channel}
    </Text>
  ) : null
}
