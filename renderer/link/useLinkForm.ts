import { useMemo, useRef, useState, type RefObject } from 'react'
import { completeAddress } from '../../contract/app/values/completeAddress.ts'
import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { byName, trackingNames } from '../../contract/service/link/fields.ts'
import { useSession } from '../session/Session.tsx'
import { findErrors, type FormChecks } from './FormChecks.tsx'
import { addressFields, type FormValues, type PartialForm } from './form.ts'
import type { FormStore } from './formStore.ts'
import { findRefusal, type Refusal } from './refusal.ts'
import type { SubmissionState } from './submission.ts'

interface LinkFormOptions extends Pick<FormChecks, 'rules' | 'original' | 'isEdit'> {
  store: FormStore
  /** State of what the form sends. */
  status: SubmissionState
}

/** A link's form with its checks, for its frame: the screen that creates, and the dialogs that edit and promote. */
export interface LinkFormControls {
  store: FormStore
  checks: FormChecks
  element: RefObject<HTMLDivElement | null>
  /** Focuses the first field with an error. */
  showError: () => void
  /**
   * Leaves all fields, and shows every error from now on. Calls `proceed` with those that prevent sending, and with what is sent if
   * there are none.
   */
  attempt: (proceed: (blocking: FieldErrors, values: FormValues) => void) => void
}

/** Returns the controls of a form of the session's profile. */
export function useLinkForm({ store, status, rules, original, isEdit = false }: LinkFormOptions) {
  const { defaults, linkHosts } = useSession().current.profile
  const [attempted, setAttempted] = useState(false)
  const [refusedPath, setRefusedPath] = useState<Refusal | null>(null)
  const element = useRef<HTMLDivElement>(null)
  const checks = useMemo(() => {
    const ownService = isEdit || defaults === 'ours'
    const refused = findRefusal(status)
    return {
      ...{ ownService, attempted, linkHosts, refused, rules, original, isEdit },
      ...{ refusedPath, setRefusedPath },
    }
  }, [defaults, attempted, linkHosts, status, rules, original, isEdit, refusedPath])
  const showError = () => showFirstError(element.current)
  const attempt: LinkFormControls['attempt'] = (proceed) => {
    setAttempted(true)
    const left = leftFields(store.get(), checks)
    if (Object.keys(left).length > 0) store.set(left)
    const values = store.get()
    const { blocking } = findErrors(values, { ...checks, refused: null })
    if (Object.keys(blocking).length > 0) showError()
    proceed(blocking, values)
  }
  return { store, checks, element, showError, attempt } satisfies LinkFormControls
}

/**
 * Returns what leaving the fields changes: complete addresses, and tracking in the rules' spelling. A shortcut doesn't
 * leave the field, and a reopened change wasn't typed.
 */
function leftFields(form: FormValues, { rules, original }: FormChecks): PartialForm {
  const addresses = addressFields.filter((name) => form[name] !== original?.[name])
  const left = {
    ...byName(addresses, (name) => completeAddress(form[name])),
    ...byName(trackingNames, (name) => rules?.field(form, name)?.written ?? form[name]),
  }
  const changed = Object.entries(left).filter(([name, value]) => value !== form[name as keyof typeof left])
  return Object.fromEntries(changed)
}

// Waits for the next frame, when the errors are on the page.
function showFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
}
