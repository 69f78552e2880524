import { Flex } from '@mantine/core'
import { lazy, memo, useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { PresetMenu } from '../../features/presets/PresetMenu.tsx'
import { useFormRules } from '../../link/useFormRules.ts'
import { useCommands } from '../../session/commands.ts'
import { navigate } from '../../session/hashLocation.ts'
import type { Current } from '../../session/currentProfile.ts'
import { ActionBar } from './ActionBar.tsx'
import { AttemptReport } from './AttemptReport.tsx'
import { FormChecksContext, findErrors } from '../../link/FormChecks.tsx'
import { DeveloperPart } from './DeveloperPart.tsx'
import { DraftMenu } from './DraftMenu.tsx'
import { FormContext } from '../../link/FormContext.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { FormSections } from '../../features/linkForm/FormSections.tsx'
import { ViewSwitch, type View } from './ViewSwitch.tsx'
import type { DraftForm } from '../../link/draft.ts'
import type { FormStore } from '../../link/formStore.ts'
import { validateForm } from '../../link/validateForm.ts'
import { hasNoAddress } from '../../link/form.ts'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import { consumeFirstField, type FirstField } from '../../link/useStartDraft.ts'
import { forgetOpenDraft } from './openDraft.ts'
import { useDraftSession } from './useDraftSession.ts'
import { useChecks } from './useChecks.ts'
import { useSubmit, type Submit } from './useSubmit.ts'
import { useSession } from '../../session/Session.tsx'
import styles from './create.module.css'

const NoAddressQuestion = lazy(() => import('./NoAddressQuestion.tsx'))

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

  const checks = useChecks(attempted, attempt, rules)
  const showForm = () => setView('form')
  const attemptCreate = () => setAttempted(true)
  const { send, question } = useSend({ form, store, checks, submit, attemptCreate, showForm })
  const screen = useRef<HTMLDivElement>(null)
  useCommands({ sendLink: send })
  const showSimilar = () => {
    setView('similar')
    focusSimilar(screen.current)
  }
  return (
    <FormContext value={store}>
      <FormChecksContext value={checks}>
        <div ref={screen} className={styles['create']} data-view={view}>
          <ViewSwitch view={view} setView={setView} />
          <form ref={form} className={styles['form']} aria-label="New link" noValidate onSubmit={prevent}>
            <div className={styles['sections']}>
              <Flex gap={4} pt={8} ml={-8}>
                <DraftMenu id={draftId} session={session} />
                <PresetMenu profile={current.profile} />
              </Flex>
              <AttemptReport submit={submit} again={send} />
              <FormSections />
              <DeveloperPart />
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
          {question}
        </div>
      </FormChecksContext>
    </FormContext>
  )
})

interface SendOptions {
  form: RefObject<HTMLFormElement | null>
  store: FormStore
  checks: ReturnType<typeof useChecks>
  submit: Submit
  attemptCreate: () => void
  showForm: () => void
}

/** Creates the link unless the form has errors. Asks first if it is empty; `question` must be rendered. */
function useSend({ form, store, checks, submit, attemptCreate, showForm }: SendOptions) {
  const [isAsking, setAsking] = useState(false)
  const send = (isConfirmed = false) => {
    const values = store.get()
    const { blocking } = findErrors(values, { ...checks, refused: null })
    attemptCreate()
    if (Object.keys(blocking).length > 0) {
      showForm()
      showFirstError(form.current)
    } else if (!isConfirmed && hasNoAddress(values) && `${values.title}${values.data}`.trim() === '') {
      setAsking(true)
    } else submit.send(validateForm(values).request)
  }
  const close = () => {
    setAsking(false)
    focusField(form.current, 'desktopUrl')
  }
  const create = () => {
    setAsking(false)
    send(true)
  }
  const question = <LaterPart>{isAsking && <NoAddressQuestion close={close} create={create} />}</LaterPart>
  return { send: () => send(), question }
}

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

/** Focuses a field in the next frame, after a closed dialog or a new screen's heading has taken the focus. */
function focusField(form: HTMLFormElement | null, name: FirstField): number {
  return requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus())
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
    const frame = focusField(form.current, firstField ?? 'desktopUrl')
    return () => cancelAnimationFrame(frame)
  }, [form, welcomed])
}
