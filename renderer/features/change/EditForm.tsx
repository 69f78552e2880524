import { useMemo, useState } from 'react'
import type { PresentLink } from '../../../contract/calls/changes.ts'
import type { GenerateRequest } from '../../../contract/generate.ts'
import type { LinkPatch } from '../../../contract/linkPatch.ts'
import type { Problem } from '../../../contract/problem.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { FormSections, SectionMarksContext } from '../linkForm/FormSections.tsx'
import { FormChecksContext, findErrors } from '../../link/FormChecks.tsx'
import { FormContext } from '../../link/FormContext.tsx'
import type { FormRules } from '../../link/formRules.ts'
import { createFormStore } from '../../link/formStore.ts'
import { toRequest } from '../../link/form.ts'
import { toRefusal } from '../../link/refusal.ts'
import type { Refusal } from '../../link/refusal.ts'
import { useCheckLink } from '../../api/checks.ts'
import type { ProblemError } from '../../api/problemError.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { useSession } from '../../session/Session.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { Conflict } from './Conflict.tsx'
import { EditBar } from './EditBar.tsx'
import { conflictRows, formOfLink, formWithPatch, patchBetween } from './patches.ts'
import { rulesForChange, writtenTracking } from './rulesForChange.ts'
import { OriginalContext, SectionMarks } from './SectionMarks.tsx'
import { useChangeLink } from './useChangeLink.ts'
import type { ChangingLink } from './useChangeLink.ts'
import styles from './change.module.css'

export interface EditFormProps {
  record: LinkRecord
  present: PresentLink
  patch: LinkPatch | null
  /** The profile's rules; `null` if there are none. */
  rules: FormRules | null
  close: () => void
  /** Reports whether closing would discard a change, or hide one that is being sent. */
  setHoldsWork: (holds: boolean) => void
}

/** What came of the last attempt, if the link wasn't changed. */
interface Failure {
  problem: Problem
  /** Id of the change; `null` if it wasn't saved. */
  id: string | null
  /** The link as somebody else changed it. */
  theirs: PresentLink | null
  refusal: Refusal
}

/** The form of a link with what differs marked, and the change that is sent. Frozen while it is asked about or sent. */
export function EditForm(props: EditFormProps) {
  const { record, present, patch: wanted, rules: allRules, close, setHoldsWork } = props
  const { profile } = useSession().current
  const [original] = useState(() => formOfLink(present.link, record.request))
  const [store] = useState(() => createFormStore(wanted ? formWithPatch(original, wanted) : original))
  const rules = useMemo(() => allRules && rulesForChange(allRules, original), [allRules, original])
  const [attempted, setAttempted] = useState(false)
  const [asks, setAsks] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const changing = useChangeLink(record.id)
  const keep = useKeepTheirs(record.id, close)
  const checks = {
    ownService: true,
    attempted,
    linkHosts: profile.linkHosts,
    refused: failure?.refusal ?? null,
    rules,
  }
  const production = record.environment === 'production'

  const send = async (version = present.version) => {
    const values = store.get()
    const patch = patchBetween(original, values)
    setAsks(false)
    const sent = await changing.send(patch, version)
    if (!('problem' in sent) && (sent.change.state === 'applied' || sent.change.state === 'unknown')) {
      // An unknown change is kept with the link, which shows it.
      if (sent.change.state === 'applied') changing.announce(sent, 'Link changed')
      close()
      return
    }
    setFailure(toFailure(sent, toRequest(values)))
  }
  const begin = () => {
    setAttempted(true)
    if (rules) store.set(writtenTracking(rules, store.get()))
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
          <SectionMarksContext value={SectionMarks}>
            {failure && theirs && (
              <Conflict
                rows={conflictRows(present.link, theirs.link, patchBetween(original, store.get()))}
                production={production}
                sending={changing.isPending}
                keepTheirs={() => keep(failure.id)}
                applyMine={() => void send(theirs.version)}
              />
            )}
            {failure && !theirs && <ProblemView problem={failure.problem} {...outcomeOf(failure.problem)} />}
            <div className={styles['form']} inert={asks || changing.isPending}>
              <FormSections />
            </div>
            <EditBar
              {...{ present, original, production, asks, changing, close, begin, setHoldsWork }}
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
    theirs: isSaved ? sent.present : null,
    refusal: toRefusal(problem, request),
  }
}

/** Whether the link stayed as it was, in words, where that is certain. */
function outcomeOf({ code }: Problem): { outcome?: string } {
  return code === 'change_unknown' ? {} : { outcome: 'The link was not changed. What you entered is kept.' }
}

const onError = ({ problem }: ProblemError) => showProblemToast(problem)

/** Returns a function that discards the person's change and reads the link with the others' changes. */
function useKeepTheirs(link: string, close: () => void): (id: string | null) => void {
  const dismiss = useCallMutation('changes.dismiss', { onError })
  const check = useCheckLink({ onError })
  return (id) => {
    if (id !== null) dismiss.mutate({ id })
    check.mutate({ id: link })
    close()
  }
}
