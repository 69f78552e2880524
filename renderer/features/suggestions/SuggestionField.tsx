import { Autocomplete } from '@mantine/core'
import { useMemo, useRef } from 'react'
import type { Word } from '../../../contract/calls/suggestions.ts'
import type { TrackingName } from '../../../contract/link/fields.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useField, useTracking } from '../../link/FormContext.tsx'
import { useFieldError, useRules } from '../../link/FormChecks.tsx'
import { findNearDuplicate, suggestionReason } from '../../../contract/nearDuplicate.ts'
import styles from './suggestions.module.css'

interface SuggestionFieldProps {
  name: TrackingName
  path: string
  label: string
  placeholder: string
  words: readonly Word[]
  /** What choosing a word means, shown beside it. */
  noteOf?: (word: string) => string | undefined
}

/** Shows a tracking field with suggestions, and offers a correction for a near match. */
export function SuggestionField({ name, path, label, placeholder, words, noteOf }: SuggestionFieldProps) {
  const [value, set] = useField(name)
  const { error, warning, left: isLeft, leave } = useFieldError(path, true)
  const rule = useRules()?.field(useTracking(), name)
  // A complete value needs no suggestion, which would cover the next field.
  const allowed = rule?.allowed.length ? rule.allowed : null
  const values = useMemo(
    () => (allowed ?? words.map((word) => word.value)).filter((word) => word !== value),
    [allowed, words, value],
  )
  const suggestion = useMemo(() => (isLeft ? findNearDuplicate(value, words) : null), [isLeft, value, words])
  const meant = rule?.meant ?? (allowed ? null : suggestion?.value)
  const fix = isLeft && meant ? { label: `Use “${meant}”`, apply: () => choose(meant) } : null
  const becomes = rule && rule.written !== value ? `Becomes “${rule.written}”.` : undefined
  const ruled = becomes ?? (isLeft ? rule?.warning : undefined)
  const message = warning ?? ruled ?? (suggestion && !allowed ? suggestionReason(suggestion) : undefined)
  const input = useRef<HTMLInputElement>(null)
  const choose = (word: string) => {
    set(word)
    // The pressed button disappears with the correction.
    input.current?.focus()
  }
  return (
    <Autocomplete
      label={label}
      placeholder={placeholder}
      data={values}
      limit={8}
      value={value}
      ref={input}
      data-field={name}
      openOnFocus={false}
      {...(noteOf && {
        renderOption: ({ option }) => <Option word={option.value} note={noteOf(option.value)} />,
      })}
      // Opens upwards, so that it does not cover the create button below.
      comboboxProps={{ position: 'top-start' }}
      onChange={set}
      onBlur={() => {
        if (becomes !== undefined && rule) set(rule.written)
        leave()
      }}
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={message && <FieldWarning text={message} fix={fix} />}
      error={error !== undefined && fix ? <FieldWarning refusal text={error} fix={fix} /> : error}
    />
  )
}

function Option({ word, note }: { word: string; note: string | undefined }) {
  return (
    <span className={styles['option']}>
      <span>{word}</span>
      {note !== undefined && <span className={styles['note']}>{note}</span>}
    </span>
  )
}
