import type { ReactNode } from 'react'
import { FormChecksContext } from '../../link/FormChecks.tsx'
import { FormContext } from '../../link/FormContext.tsx'
import type { LinkFormControls } from '../../link/useLinkForm.ts'
import { FormSections } from './FormSections.tsx'
import styles from './linkForm.module.css'

/** Connects the fields inside it to a form. */
export function LinkFormProvider({ form, children }: { form: LinkFormControls; children: ReactNode }) {
  return (
    <FormContext value={form.store}>
      <FormChecksContext value={form.checks}>{children}</FormChecksContext>
    </FormContext>
  )
}

interface LinkFormProps {
  form: LinkFormControls
  /** The form's accessible name. */
  label: string
  className?: string | undefined
  /** Class of the part that scrolls. */
  bodyClassName?: string | undefined
  /** Whether the fields are locked, because a question is asked or the form is being sent. */
  isLocked?: boolean
  /** What is shown above the fields. */
  top: ReactNode
  /** What is shown below the fields. */
  end?: ReactNode
  /** The end of the form, with its main button. */
  bar: ReactNode
}

/** The form of a link. Its frames create, edit and promote: they decide what is around the fields, and what is sent. */
export function LinkForm(props: LinkFormProps) {
  const { form, label, className, bodyClassName, isLocked = false, top, end, bar } = props
  const { element } = form
  return (
    // Not a `<form>`, because its report can contain one for the key. Nothing is sent by Enter in a field.
    <div ref={element} role="form" className={className} aria-label={label}>
      <div className={bodyClassName}>
        {top}
        <div className={styles['fields']} inert={isLocked}>
          <FormSections />
        </div>
        {end}
      </div>
      {bar}
    </div>
  )
}
