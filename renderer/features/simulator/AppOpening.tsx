import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RefreshCw } from 'lucide-react'
import type { AppLinkQuery, AppLinkReport } from '../../../contract/app/calls/app/appLinks.ts'
import { cancelRequest } from '../../api/links.ts'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { AppSetup } from './AppSetup.tsx'
import { AppVerdicts } from './AppVerdict.tsx'
import { claimNote, ownNetworkNote } from './appWords.ts'
import styles from './simulator.module.css'

interface AppOpeningProps {
  link: string
  /** The domain to check instead of the single link; used as the heading. */
  domain?: string
  /** Level of the heading. */
  level: 2 | 3 | 4
  /** Whether the link tells phones to stay in the browser. */
  staysInBrowser?: Record<'ios' | 'android', boolean>
}

const headings = { 2: 'h2', 3: 'h3', 4: 'h4' } as const

/**
 * Shows for each platform whether it opens the app from a link, or from a domain's links, with a button to check it.
 */
export function AppOpening({ link, domain, level, staysInBrowser }: AppOpeningProps) {
  const wholeDomain = domain !== undefined
  const target = { link, ...(wholeDomain && { wholeDomain }) }
  const { data: report = null, isPending } = useCall('appLinks.get', target)
  if (isPending) return null
  const Heading = headings[level]
  const title = domain ?? 'With the app'
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Heading>{title}</Heading>
      <AppVerdicts report={report} staysInBrowser={staysInBrowser} link={link} wholeDomain={wholeDomain} />
      {report && <CheckedFiles report={report} />}
      {(report?.checkedAt !== null || report.ownNetwork) && <Check report={report} target={target} />}
    </Stack>
  )
}

interface CheckProps {
  report: AppLinkReport | null
  target: AppLinkQuery
}

/** The button that checks the domain, after a question if it is in the user's own network. */
function Check({ report, target }: CheckProps) {
  const checking = useCallMutation('appLinks.check')
  const [isAsking, question] = useDisclosure(false)
  const check = (confirmed: boolean) => {
    question.close()
    checking.mutate({ ...target, id: crypto.randomUUID(), ...(confirmed && { confirmed }) })
  }
  return (
    <>
      {checking.error && (
        <ProblemView problem={checking.error.problem} outcome="The domain couldn’t be checked." />
      )}
      <CheckButton
        label={report?.checkedAt ? 'Check again' : 'Check whether phones open the app'}
        running={checking.isPending ? checking.variables.id : undefined}
        check={() => (report?.ownNetwork ? question.open() : check(false))}
      />
      {isAsking && report && (
        <OwnNetworkQuestion host={report.host} cancel={question.close} confirm={() => check(true)} />
      )}
    </>
  )
}

interface OwnNetworkQuestionProps {
  host: string
  cancel: () => void
  confirm: () => void
}

/** Asks before a request to the user's own network, because the link may come from somebody else. */
function OwnNetworkQuestion({ host, cancel, confirm }: OwnNetworkQuestionProps) {
  return (
    <Modal
      opened
      onClose={cancel}
      title="Check an address in your own network?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          <code>{host}</code> is on this computer or its network. Linkwright fetches two files from it.
          Continue only if you know this address.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={cancel}>
            Cancel
          </Button>
          <Button onClick={confirm}>Check it from this computer</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface CheckButtonProps {
  label: string
  /** Id of the running check. */
  running: string | undefined
  check: () => void
}

function CheckButton({ label, running, check }: CheckButtonProps) {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<RefreshCw size={15} aria-hidden />}
        loading={running !== undefined}
        onClick={check}
      >
        {label}
      </Button>
      {running !== undefined && <Elapsed cancel={() => cancelRequest(running)} />}
    </Group>
  )
}

function CheckedFiles({
  report: { checkedAt, ownNetwork, throughProxy, host, ios, android, setup },
}: {
  report: AppLinkReport
}) {
  if (checkedAt === null) return null
  const opens = [ios, android].some(({ state }) => state === 'opens')
  return (
    <>
      <Text className={styles['why']} c="dimmed" fz="xs">
        Files of {host}, checked on {formatTime(checkedAt)}. {ownNetwork && `${ownNetworkNote} `}
        {opens && claimNote}
        {throughProxy &&
          !ownNetwork &&
          ' A proxy looked up the domain, so Linkwright couldn’t check whether it is on a local network.'}
      </Text>
      {setup && <AppSetup setup={setup} />}
    </>
  )
}
