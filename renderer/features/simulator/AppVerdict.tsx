import { Stack, Text } from '@mantine/core'
import { CircleCheck, CircleHelp, CircleOff, Globe } from 'lucide-react'
import { findingTexts } from '../../../contract/service/appLinks/findingTexts.ts'
import type { ReactNode } from 'react'
import type { AppLinkCopy, AppLinkReport } from '../../../contract/app/calls/app/appLinks.ts'
import type { AppLinkVerdict, Finding } from '../../../contract/service/appLinks/finding.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { IconLine } from '../../ui/IconLine.tsx'
import { PanelList } from '../../ui/PanelPart.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { contradictionNote, olderAndroidNote, shownApps, verdictText } from './appWords.ts'
import type { EvaluatedLink } from './appWords.ts'
import { describeCopy } from './copyWords.ts'
import { QuietText } from '../../ui/variants.ts'

interface AppVerdictsProps extends EvaluatedLink {
  report: AppLinkReport | null
  /** Whether the link tells phones to stay in the browser. */
  staysInBrowser?: Record<'ios' | 'android', boolean> | undefined
}

const platforms = [
  { os: 'ios', name: 'iPhone and iPad', owner: 'Apple', copy: 'apple' },
  { os: 'android', name: 'Android', owner: 'Google', copy: 'google' },
] as const

/** Shows one line for each platform, or one for both if it is the same. */
export function AppVerdicts({ report, staysInBrowser, ...target }: AppVerdictsProps) {
  const stays = staysInBrowser?.ios === true || staysInBrowser?.android === true
  return (
    <PanelList aria-live="polite">
      {report && isSameForBoth(report, stays) ? (
        <Platform name="iPhone, iPad and Android" verdict={report.ios} {...target} />
      ) : (
        platforms.map(({ os, name, owner, copy }) => (
          <Platform
            key={os}
            name={name}
            verdict={report?.[os] ?? null}
            stays={staysInBrowser?.[os]}
            copy={report?.copies && <Copy owner={owner} copy={report.copies[copy]} />}
            {...target}
          />
        ))
      )}
    </PanelList>
  )
}

/** Whether one line says it for both platforms: nothing was checked, or the domain fails in the same way. */
function isSameForBoth({ checkedAt, ios, android, copies }: AppLinkReport, stays: boolean): boolean {
  const isSame = ios.state !== 'opens' && JSON.stringify(ios) === JSON.stringify(android)
  return checkedAt === null || (isSame && !copies && !stays)
}

const states = {
  opens: { icon: CircleCheck, tone: 'good', color: 'var(--good-text)' },
  would_not_open: { icon: CircleOff, tone: 'bad', color: 'var(--bad-text)' },
  not_checked: { icon: CircleHelp, tone: 'quiet', color: 'var(--text-quiet)' },
  stays: { icon: Globe, tone: 'quiet', color: 'var(--text-quiet)' },
} as const

/** Says what the server through which phones read the file has. */
function Copy({ owner, copy }: { owner: 'Apple' | 'Google'; copy: AppLinkCopy }) {
  const text = describeCopy(owner, copy)
  const isFine = copy.state === 'same' || copy.state === 'unknown'
  return <Text fz="sm">{isFine ? text : <FieldWarning text={text} />}</Text>
}

interface PlatformProps extends EvaluatedLink {
  name: string
  verdict: AppLinkVerdict | null
  /** Whether the link tells phones to stay in the browser. */
  stays?: boolean | undefined
  /** What is said about the copy of the file, if it was asked for. */
  copy?: ReactNode
}

function Platform({ name, verdict, stays = false, copy, ...target }: PlatformProps) {
  const agrees = stays && verdict?.state === 'would_not_open'
  const { icon, tone, color } = agrees ? states.stays : states[verdict?.state ?? 'not_checked']
  const text = agrees ? 'stays in the browser, as requested by the link' : verdictText(verdict, target)
  return (
    <IconLine component="li" icon={icon} size={16} iconColor={color} gap={10} mod={{ tone }}>
      <Stack gap={0}>
        <Text fz="sm" fw={550}>
          {name}: {text}
        </Text>
        {stays && verdict?.state === 'opens' && <Text fz="sm">{contradictionNote}</Text>}
        {copy}
        {verdict && <Verdict verdict={verdict} wholeDomain={target.wholeDomain} agrees={agrees} />}
      </Stack>
    </IconLine>
  )
}

interface VerdictProps {
  verdict: AppLinkVerdict
  wholeDomain: boolean
  /** Whether the link wants the behaviour that the file causes. */
  agrees: boolean
}

function Verdict({ verdict, wholeDomain, agrees }: VerdictProps) {
  const { state, finding, apps, rule, warnings } = verdict
  return (
    <>
      {finding && <Reason finding={finding} state={state} rule={rule} agrees={agrees} />}
      {apps.length > 0 && (
        <QuietText fz="xs" textWrap="pretty">
          {apps.length > 1 ? 'Apps' : 'App'}: <code>{shownApps(apps)}</code>
        </QuietText>
      )}
      {state === 'opens' && rule === null && (
        <Text fz="sm">
          {wholeDomain
            ? 'The file’s patterns decide for each link. See a link’s page for its result.'
            : 'The app may open every link of the domain that its manifest claims.'}
        </Text>
      )}
      {rule !== null && (
        <QuietText fz="xs" textWrap="pretty">
          Matched: <code>{rule}</code>
        </QuietText>
      )}
      {warnings.length > 0 && <Warnings warnings={warnings} />}
    </>
  )
}

interface ReasonProps extends Pick<AppLinkVerdict, 'state' | 'rule'> {
  finding: Finding
  agrees: boolean
}

/** Shows why phones don't open the app and what to do about it, unless the link is meant to stay in the browser. */
function Reason({ finding: { code, detail }, state, rule, agrees }: ReasonProps) {
  if (agrees) {
    const isRule = code === 'android_excluded' || code === 'android_not_listed'
    return isRule && <Text fz="sm">{olderAndroidNote}</Text>
  }
  const { title, why, advice } = findingTexts[code]
  return (
    <>
      <Text fz="sm">
        {state === 'not_checked' && `${title}. `}
        {why} {advice}
      </Text>
      {detail !== undefined && isErrorCode(detail) && (
        <Fold title="Details">
          <code>{detail}</code>
        </Fold>
      )}
      {detail !== undefined && detail !== rule && !isErrorCode(detail) && (
        <QuietText fz="xs" textWrap="pretty">
          Found: <code>{detail}</code>
        </QuietText>
      )}
    </>
  )
}

/** Whether a detail is what the system says, such as `DEPTH_ZERO_SELF_SIGNED_CERT: …`, which needs no reading. */
function isErrorCode(detail: string): boolean {
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]+/.test(detail)
}

function Warnings({ warnings }: { warnings: readonly Finding[] }) {
  return (
    <Fold title="Good to know">
      <Stack component="ul" gap={6} pl={18} fz="xs" style={{ listStyle: 'circle' }}>
        {warnings.map(({ code, detail }, index) => {
          const { title, why, advice } = findingTexts[code]
          return (
            <li key={index}>
              <strong>{title}.</strong> {why} {advice} {detail !== undefined && <code>{detail}</code>}
            </li>
          )
        })}
      </Stack>
    </Fold>
  )
}
