import { Autocomplete } from '@mantine/core'
import { useMemo, useRef } from 'react'
import type { Word } from '../../../contract/calls/suggestions.ts'
import type { TrackingName } from '../../../contract/link/fields.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useField } from '../../link/FormContext.tsx'
import { useFieldError } from '../../link/FormChecks.tsx'
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
  // A complete value needs no suggestion, which would cover the next field.
  const values = useMemo(
    () => words.map((word) => word.value).filter((word) => word !== value),
    [words, value],
  )
  const suggestion = useMemo(() => (isLeft ? findNearDuplicate(value, words) : null), [isLeft, value, words])
  const message = warning ?? (suggestion === null ? undefined : suggestionReason(suggestion))
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
      onBlur={leave}
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        message && (
          <FieldWarning
            text={message}
            fix={suggestion && { label: `Use “${suggestion.value}”`, apply: () => choose(suggestion.value) }}
          />
        )
      }
      error={error}
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
