import { Box } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CurrentLink } from '../../../contract/app/calls/links/changes.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import type { SectionName } from '../../../contract/service/link/fields.ts'
import type { LinkPatch } from '../../../contract/app/link/linkPatch.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { FormSections, SectionMarksContext } from '../linkForm/FormSections.tsx'
import { FormChecksContext, findErrors } from '../../link/FormChecks.tsx'
import { FormContext } from '../../link/FormContext.tsx'
import type { FormRules } from '../../link/formRules.ts'
import { createFormStore } from '../../link/formStore.ts'
import { toRequest } from '../../link/form.ts'
import { toRefusal, type Refusal } from '../../link/refusal.ts'
import { useCheckLink } from '../../api/checks.ts'
import type { ProblemError } from '../../api/problemError.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { useSession } from '../../session/Session.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { KeyProblem } from '../keys/KeyProblem.tsx'
import { Conflict } from './Conflict.tsx'
import { EditBar, type EditBarProps } from './EditBar.tsx'
import { conflictRows, formOfLink, formWithPatch, patchBetween } from './patches.ts'
import { rulesForChange, trackingWithRules } from './rulesForChange.ts'
import { OriginalContext, SectionMarks } from './SectionMarks.tsx'
import { useChangeLink, type ChangingLink } from './useChangeLink.ts'
import styles from './change.module.css'

export interface EditFormProps extends Pick<EditBarProps, 'close' | 'leaving'> {
  record: LinkRecord
  current: CurrentLink
  patch: LinkPatch | null
  /** The profile's rules; `null` if there are none. */
  rules: FormRules | null
}

/** Result of the last attempt, if it didn't change the link. */
interface Failure {
  problem: Problem
  /** Id of the change; `null` if it wasn't saved. */
  id: string | null
  /** The link with someone else's changes. */
  theirs: CurrentLink | null
  refusal: Refusal
}

const showMarks = (section: SectionName) => <SectionMarks section={section} />

/**
 * Shows the form of a link with its changed fields marked, and sends the change. The form is read-only while the change
 * is confirmed or sent.
 */
export function EditForm(props: EditFormProps) {
  const { record, patch: unsent, rules: allRules, close, leaving } = props
  const { linkHosts } = useSession().current.profile
  // A later version would hide that someone else has changed the link since the form was filled in.
  const [current] = useState(props.current)
  const [original] = useState(() => formOfLink(current.link, record.request))
  const [store] = useState(() => createFormStore(unsent ? formWithPatch(original, unsent) : original))
  const rules = useMemo(() => allRules && rulesForChange(allRules, original), [allRules, original])
  const [attempted, setAttempted] = useState(false)
  const [asks, setAsks] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const changing = useChangeLink(record.id)
  const isShown = useIsShown()
  const keepTheirs = useKeepTheirs(record.id, close)
  const refused = failure?.refusal ?? null
  const checks = { ownService: true, attempted, linkHosts, refused, rules, original }
  const production = record.environment === 'production'

  const send = async (version = current.version) => {
    const values = store.get()
    const patch = patchBetween(original, values)
    setAsks(false)
    const sent = await changing.send(patch, version)
    if (!('problem' in sent) && (sent.change.state === 'applied' || sent.change.state === 'unknown')) {
      // A change with an unknown outcome is stored with the link, whose page shows it.
      if (sent.change.state === 'applied') changing.announce(sent, 'Link changed')
      // If this form was closed in the meantime, another one may be open.
      if (isShown()) close()
      return
    }
    const notSent = toFailure(sent, toRequest(values))
    if (isShown()) setFailure(notSent)
    else showProblemToast(notSent.problem)
  }
  const begin = () => {
    setAttempted(true)
    if (rules) store.set(trackingWithRules(rules, store.get()))
    const { blocking } = findErrors(store.get(), { ...checks, refused: null })
    if (Object.keys(blocking).length > 0) return
    if (production) setAsks(true)
    else void send()
  }
  const { theirs = null } = failure ?? {}
  return (
    <FormContext value={store}>
      <FormChecksContext value={checks}>
        <OriginalContext value={original}>
          <SectionMarksContext value={showMarks}>
            {failure && theirs && (
              <Conflict
                rows={conflictRows(current.link, theirs.link, patchBetween(original, store.get()))}
                production={production}
                sending={changing.isPending}
                keepTheirs={() => keepTheirs(failure.id)}
                applyMine={() => void send(theirs.version)}
              />
            )}
            {failure && !theirs && <SendFailure failure={failure} hide={() => setFailure(null)} />}
            <Box className={styles['form']} miw={0} inert={asks || leaving.isLeaving || changing.isPending}>
              <FormSections />
            </Box>
            <EditBar
              {...{ current, original, production, isConfirming: asks, changing, close, begin, leaving }}
              canSend={theirs === null}
              confirm={() => void send()}
              goBack={() => setAsks(false)}
            />
          </SectionMarksContext>
        </OriginalContext>
      </FormChecksContext>
    </FormContext>
  )
}

function toFailure(sent: Awaited<ReturnType<ChangingLink['send']>>, request: GenerateRequest): Failure {
  const isSaved = !('problem' in sent)
  const problem = (isSaved ? sent.change.problem : sent.problem) ?? { code: 'bug' }
  return {
    problem,
    id: isSaved ? sent.change.id : null,
    theirs: isSaved ? sent.current : null,
    refusal: toRefusal(problem, request),
  }
}

/** Shows why the change failed, and that the link wasn't changed, if that is certain. */
function SendFailure({ failure: { problem }, hide }: { failure: Failure; hide: () => void }) {
  const { profile } = useSession().current
  const isCertain = problem.code !== 'change_unknown'
  const outcome = isCertain ? { outcome: 'The link wasn’t changed. What you entered is kept.' } : {}
  return <KeyProblem {...{ problem, profile, ...outcome }} keySaved={hide} />
}

/** Returns a function that returns whether the form is still open. */
function useIsShown(): () => boolean {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  return () => isShown.current
}

const onError = ({ problem }: ProblemError) => showProblemToast(problem)

/** Returns a function that discards the user's changes and loads the link with everyone else's. */
function useKeepTheirs(link: string, close: () => void): (id: string | null) => void {
  const dismiss = useCallMutation('changes.dismiss', { onError })
  const check = useCheckLink({ onError })
  return (id) => {
    if (id !== null) dismiss.mutate({ id })
    check.mutate({ id: link })
    close()
  }
}
