import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject, SyntheticEvent } from 'react'
import { PresetMenu } from '../../features/presets/PresetMenu.tsx'
import { useFormRules } from '../../link/useFormRules.ts'
import { useCommands } from '../../session/commands.ts'
import { navigate } from '../../session/hashLocation.ts'
import type { Current } from '../../session/currentProfile.ts'
import { ActionBar } from './ActionBar.tsx'
import { AttemptReport } from './AttemptReport.tsx'
import { FormChecksContext, findErrors } from '../../link/FormChecks.tsx'
import { DraftMenu } from './DraftMenu.tsx'
import { FormContext } from '../../link/FormContext.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { FormSections } from '../../features/linkForm/FormSections.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'
import type { View } from './ViewSwitch.tsx'
import type { DraftForm } from '../../link/draft.ts'
import { validateForm } from '../../link/validateForm.ts'
import { consumeFirstField } from '../../link/useStartDraft.ts'
import { forgetOpenDraft } from './openDraft.ts'
import { useDraftSession } from './useDraftSession.ts'
import { findRefusal, useSubmit } from './useSubmit.ts'
import { useSession } from '../../session/Session.tsx'
import styles from './create.module.css'

interface CreateFormProps {
  draftId: string
  initial: DraftForm
  current: Current
}

/** Shows the form, its preview and the create button. Memoized, because the list of drafts changes with every save. */
export const CreateForm = memo(function CreateForm({ draftId, initial, current }: CreateFormProps) {
  const [view, setView] = useState<View>('form')
  const [attempted, setAttempted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFirstFocus(form)
  const session = useDraftSession(draftId, initial)
  const { store } = session
  const rules = useFormRules(current.profile.id) ?? null
  const submit = useSubmit(current, session, rules, (record) => {
    forgetOpenDraft()
    navigate(`/created/${record.id}`)
  })
  const { attempt } = submit

  const ownService = current.profile.defaults === 'ours'
  const state = useMemo(
    () => ({
      ownService,
      attempted,
      linkHosts: current.profile.linkHosts,
      refused: findRefusal(attempt),
      rules,
    }),
    [ownService, attempted, attempt, current.profile.linkHosts, rules],
  )

  const send = () => {
    const { blocking } = findErrors(store.get(), { ...state, refused: null })
    setAttempted(true)
    if (Object.keys(blocking).length === 0) {
      submit.send(validateForm(store.get()).request)
    } else {
      setView('form')
      showFirstError(form.current)
    }
  }
  const screen = useRef<HTMLDivElement>(null)
  useCommands({ sendLink: send })
  const showSimilar = () => {
    setView('similar')
    focusSimilar(screen.current)
  }
  return (
    <FormContext value={store}>
      <FormChecksContext value={state}>
        <div ref={screen} className={styles['create']} data-view={view}>
          <ViewSwitch view={view} setView={setView} />
          <form ref={form} className={styles['form']} aria-label="New link" noValidate onSubmit={prevent}>
            <div className={styles['sections']}>
              <div className={styles['tools']}>
                <DraftMenu id={draftId} session={session} />
                <PresetMenu profile={current.profile} />
              </div>
              <AttemptReport submit={submit} again={send} />
              <FormSections />
            </div>
            <ActionBar
              session={session}
              environment={current.environment}
              sending={attempt.state === 'sending'}
              showError={() => showFirstError(form.current)}
              showSimilar={showSimilar}
              cancel={submit.cancel}
              send={send}
            />
          </form>
          <PreviewPanel current={current} />
        </div>
      </FormChecksContext>
    </FormContext>
  )
})

// Waits for the next frame, when the view has changed.
function focusSimilar(screen: HTMLElement | null): void {
  requestAnimationFrame(() => screen?.querySelector<HTMLElement>('[data-part="similar"] a')?.focus())
}

/** Prevents the browser's own form submission: the link is created by a call. */
function prevent(event: SyntheticEvent): void {
  event.preventDefault()
}

// Waits for the next frame, when the errors are on the page.
function showFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
}

/**
 * Focuses the form if the previously focused element is gone, such as the button that opened this draft. After
 * navigation, the heading keeps the focus, so that screen readers announce the screen.
 */
function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  const { welcomed } = useSession()
  useEffect(() => {
    const firstField = consumeFirstField()
    if (!firstField && !(welcomed && document.activeElement === document.body)) return
    // Runs after a new screen's heading has taken the focus.
    const field = `[data-field="${firstField ?? 'title'}"]`
    const frame = requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(field)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [form, welcomed])
}
