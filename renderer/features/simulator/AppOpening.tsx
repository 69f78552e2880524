import { Group, Stack, Switch } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { AppLinkQuery, AppLinkReport } from '../../../contract/app/calls/app/appLinks.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { useSetPreferences } from '../../api/app.ts'
import { cancelRequest } from '../../api/links.ts'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import { staysInBrowser } from '../../link/linkRules.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useSession } from '../../session/Session.tsx'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { Question } from '../../ui/Question.tsx'
import { AppSetup } from './AppSetup.tsx'
import { AppVerdicts } from './AppVerdict.tsx'
import { claimNote, ownNetworkNote } from './appWords.ts'
import { QuietText } from '../../ui/variants.ts'

interface AppOpeningProps {
  link: string
  /** The domain to check instead of the single link; used as the heading. */
  domain?: string
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

interface RecordAppOpeningProps {
  record: LinkRecord
  /** `undefined` if it was removed. Then the project may have an app. */
  profile: SavedProfile | undefined
  level: AppOpeningProps['level']
}

/** Shows whether phones open the app from a library link. Renders nothing without a link or if the project has no app. */
export function RecordAppOpening({ record, profile, level }: RecordAppOpeningProps) {
  const { link } = record
  if (link === null || profile?.hasApp === false) return null
  return <AppOpening key={link} link={link} level={level} staysInBrowser={staysInBrowser(record, profile)} />
}

type AskedQuestion = 'own network' | 'copies'

/** The button that checks the domain, after a question if it is in the user's own network, or the first time. */
function Check({ report, target }: { report: AppLinkReport | null; target: AppLinkQuery }) {
  const { checkCopies } = useSession().state
  const setPreferences = useSetPreferences()
  const checking = useCallMutation('appLinks.check')
  const [asked, ask] = useState<AskedQuestion | null>(null)
  const check = (options: { confirmed?: true; copies?: boolean } = {}) => {
    ask(null)
    checking.mutate({ ...target, id: crypto.randomUUID(), ...options })
  }
  const start = () => {
    if (report?.ownNetwork) ask('own network')
    else if (checkCopies === null) ask('copies')
    else check({ copies: checkCopies })
  }
  const choose = (copies: boolean) => {
    setPreferences({ checkCopies: copies })
    check({ copies })
  }
  const cancel = () => ask(null)
  const running = checking.isPending ? checking.variables.id : undefined
  return (
    <>
      {checking.error && (
        <ProblemView problem={checking.error.problem} outcome="The domain couldn’t be checked." />
      )}
      <Group gap="xs">
        <ActionButton icon={RefreshCw} loading={running !== undefined} onClick={start}>
          {report?.checkedAt ? 'Check again' : 'Check whether phones open the app'}
        </ActionButton>
        {running !== undefined && <Elapsed cancel={() => cancelRequest(running)} />}
      </Group>
      {!report?.ownNetwork && <CopiesSwitch />}
      {/* The link may come from somebody else. */}
      {asked === 'own network' && (
        <Question
          title="Check an address in your own network?"
          close={cancel}
          main={{ label: 'Check it from this computer', choose: () => check({ confirmed: true }) }}
        >
          <code>{report?.host}</code> is on this computer or its network. Linkwright fetches two files from
          it. Continue only if you know this address.
        </Question>
      )}
      {/* Two more hosts would learn which domains are checked. */}
      {asked === 'copies' && (
        <Question
          title="Also compare Apple’s and Google’s copies?"
          close={cancel}
          main={{ label: 'Compare the copies', choose: () => choose(true) }}
          other={{ label: 'Only ask the domain', choose: () => choose(false) }}
          focused="main"
        >
          Phones get the domain’s files from Apple and Google, whose copies can be old or missing. To compare
          them, Linkwright asks <code>app-site-association.cdn-apple.com</code> and{' '}
          <code>digitalassetlinks.googleapis.com</code> about <code>{URL.parse(target.link)?.host}</code>, so
          both learn that it was checked. Your choice applies to all domains.
        </Question>
      )}
    </>
  )
}

/** Changes the choice about the copies, once there is one. */
function CopiesSwitch() {
  const { checkCopies } = useSession().state
  const setPreferences = useSetPreferences()
  if (checkCopies === null) return null
  return (
    <Switch
      size="xs"
      label="Also compare Apple’s and Google’s copies, which tells both the domain"
      checked={checkCopies}
      onChange={(event) => setPreferences({ checkCopies: event.currentTarget.checked })}
    />
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
      <QuietText fz="xs">
        Files of {host}, checked on {formatTime(checkedAt)}. {ownNetwork && `${ownNetworkNote} `}
        {opens && claimNote}
        {throughProxy &&
          !ownNetwork &&
          ' A proxy looked up the domain, so Linkwright couldn’t check whether it is on a local network.'}
      </QuietText>
      {setup && <AppSetup setup={setup} />}
    </>
  )
}
