import { Autocomplete, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import { findNearDuplicate, suggestionReason, type Word } from '../../../contract/app/link/nearDuplicate.ts'
import type { FieldOf } from '../../../contract/service/link/fields.ts'
import { isParameter, type ParameterField } from '../../../contract/service/link/parameters.ts'
import type { RuleTextName } from '../../../contract/service/rules/ruleFields.ts'
import { cleanValue } from '../../../contract/app/values/cleanValue.ts'
import { valueWarning } from '../../../contract/app/values/valueWarnings.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useDerived, useFormStore, useTracking } from '../../link/FormContext.tsx'
import { changeParameter, formParameter } from '../../link/formParameters.ts'
import { useCleaning } from '../../link/useCleaning.ts'
import { useFieldError, useRules } from '../../link/FormChecks.tsx'
import type { FieldAdvice } from '../../link/formRules.ts'
import { NameParts } from './NameParts.tsx'
import { QuietText } from '../../ui/variants.ts'

interface SuggestionFieldProps {
  name: RuleTextName
  /** The request's field, or the parameter. */
  path: FieldOf<'tracking'> | ParameterField
  label: string
  placeholder: string
  words: readonly Word[]
  /** Returns a description of a suggestion, shown next to it. */
  noteOf?: (word: string) => string | undefined
  'data-autofocus'?: boolean
}

/** Shows a tracking field or a parameter: as its parts if the rules give it some, and otherwise as a text. */
export function SuggestionField(props: SuggestionFieldProps) {
  const { name, path, label } = props
  const [value, set] = useRuleField(name)
  const tracking = useTracking()
  const builder = useRules()?.field({ ...tracking, [name]: value }, name)?.builder
  // A copied value of another form stays a text if no part can hold it.
  return builder && (value === '' || (builder.read(value) ?? builder.place(value))) ? (
    <NameParts {...{ name, path, label, builder, value, set }} data-autofocus={props['data-autofocus']} />
  ) : (
    <TextSuggestionField {...props} value={value} set={set} />
  )
}

interface TextSuggestionFieldProps extends SuggestionFieldProps {
  value: string
  set: (value: string) => void
}

/** Shows a text with suggestions, and offers a correction for a near match. */
function TextSuggestionField(props: TextSuggestionFieldProps) {
  const { name, path, label, placeholder, words, noteOf, value, set } = props
  const [isFocused, setFocused] = useState(false)
  // Waits while the value is being typed, but not for a value from a copy, a preset or a draft.
  const { error, warning, left: isLeft, leave } = useFieldError(path, isFocused || value === '')
  const adviceOptions = { name, path, value, words, isLeft, isFocused }
  const { choices, advice, offer, written, isRequired, shape } = useAdvice(adviceOptions)
  const cleaning = useCleaning(path, value, set)
  const message = error ?? warning ?? advice
  const messageText = message !== undefined && (
    <FieldWarning text={message} refusal={error !== undefined} fix={offer} apply={set} />
  )
  return (
    <Autocomplete
      label={label}
      placeholder={shape || placeholder}
      required={isRequired}
      data={choices}
      limit={8}
      value={value}
      data-field={name}
      data-autofocus={props['data-autofocus']}
      openOnFocus={false}
      {...(noteOf && {
        renderOption: ({ option }) => <Option word={option.value} note={noteOf(option.value)} />,
      })}
      onChange={cleaning.type}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false)
        if (written === value) cleaning.leave()
        else set(cleanValue(path, written))
        leave()
      }}
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...placeMessage(error !== undefined, messageText || cleaning.note)}
      {...(written !== value && { description: `Will be saved as “${written}”.` })}
    />
  )
}

/** An error replaces the description. */
function placeMessage(isError: boolean, message: React.ReactNode) {
  return isError ? { error: message } : { description: message }
}

interface AdviceOptions extends Pick<SuggestionFieldProps, 'name' | 'path' | 'words'> {
  value: string
  isLeft: boolean
  isFocused: boolean
}

/** Returns the suggestions of a field, the advice on its value, and an offer of the value that was probably meant. */
function useAdvice({ name, path, value, words, isLeft, isFocused }: AdviceOptions) {
  const tracking = useTracking()
  const rule = useRules()?.field({ ...tracking, [name]: value }, name) ?? adviceWithoutRule(value)
  const isListed = rule.allowed.length > 0
  const listed = isListed ? rule.allowed : words.map((word) => word.value)
  // A complete value needs no suggestion, which would cover the next field.
  const choices = listed.filter((word) => word !== value)
  const nearest = useMemo(
    () => (isLeft && !isListed ? findNearDuplicate(value, words) : null),
    [isLeft, isListed, value, words],
  )
  const { written, isRequired, shape } = rule
  const shown = { choices, written, isRequired, shape }
  if (written !== value || !isLeft) return { ...shown, offer: null, advice: undefined }
  const doubt = isFocused ? null : valueWarning(path, value)
  if (doubt) return { ...shown, offer: doubt.fix, advice: doubt.text }
  const advice = rule.warning ?? (nearest ? suggestionReason(nearest) : undefined)
  return { ...shown, offer: offerValue(rule.meant ?? nearest?.value), advice }
}

function offerValue(value: string | undefined) {
  return value === undefined ? null : { label: `Use “${value}”`, value }
}

/** Returns the value and setter of a tracking field, or of a parameter that may be part of the form's addresses. */
function useRuleField(name: RuleTextName): [value: string, set: (value: string) => void] {
  const store = useFormStore()
  const value = useDerived((form) => (isParameter(name) ? formParameter(form, name) : form[name]))
  const set = (next: string) =>
    store.set(isParameter(name) ? changeParameter(store.get(), name, next) : { [name]: next })
  return [value, set]
}

/** Returns the advice for a field without rules. */
function adviceWithoutRule(written: string): FieldAdvice {
  return {
    isRequired: false,
    allowed: [],
    written,
    warning: undefined,
    meant: null,
    shape: '',
    builder: null,
  }
}

function Option({ word, note }: { word: string; note: string | undefined }) {
  return (
    <Group
      component="span"
      gap="0 12px"
      w="100%"
      justify="space-between"
      style={{ overflowWrap: 'anywhere' }}
    >
      <span>{word}</span>
      {note !== undefined && (
        <QuietText span fz="xs">
          {note}
        </QuietText>
      )}
    </Group>
  )
}
