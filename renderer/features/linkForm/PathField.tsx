import { Anchor, Text, TextInput } from '@mantine/core'
import { useContext } from 'react'
import { linkFields } from '../../../contract/service/link/fields.ts'
import {
  fillPath,
  hasMixedScripts,
  ownPathError,
  suggestPath,
} from '../../../contract/service/link/ownPath.ts'
import { useCheckedPath, useLinkWithPath } from '../../api/paths.ts'
import { FormChecksContext, useFieldError } from '../../link/FormChecks.tsx'
import type { LookupContext } from '../../../contract/app/window/windowPath.ts'
import { useDerived, useField, useSettledForm } from '../../link/FormContext.tsx'
import { cleanForm } from '../../link/form.ts'
import { linkPath } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { FieldWarning } from '../../ui/FieldWarning.tsx'

/** Delay in milliseconds, so that a path isn't checked on every keystroke. */
const checkDelayMs = 350

/**
 * Edits the own path of a new link, and says whether it is free. Without own paths, shown only to remove one that was typed for
 * another service.
 */
export function PathField() {
  const { profile } = useSession().current
  const [value, set] = useField('path')
  const { error, leave } = useFieldError('path', true)
  // The path of the link in development, on another host.
  const { original } = useContext(FormChecksContext)
  const suggestion = useDerived(({ title }) => original?.path || suggestPath(title))
  if (!profile.hasOwnPaths && value === '') return null
  const domain = profile.linkHosts[0]
  return (
    <TextInput
      data-field="path"
      label={linkFields.path.label}
      placeholder="Chosen by the service"
      leftSection={domain && <Text size="sm" c="dimmed" truncate>{`${domain}/`}</Text>}
      leftSectionWidth={domain && `calc(${Math.min(domain.length + 1, 28)}ch + 16px)`}
      value={value}
      maxLength={300}
      spellCheck={false}
      autoCapitalize="none"
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={leave}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        value === '' ? (
          <>
            Optional: a path that people can read and type.{' '}
            {suggestion !== '' && (
              <Anchor component="button" type="button" size="xs" onClick={() => set(suggestion)}>
                Use {suggestion}
              </Anchor>
            )}
          </>
        ) : (
          <PathState />
        )
      }
      error={error}
    />
  )
}

/** Says what is worth knowing about the typed path. */
function PathState() {
  const { profile, environment } = useSession().current
  const asked = useDerived(({ iosOpenApp, androidOpenApp }) => `${iosOpenApp} ${androidOpenApp}`)
  const { title, path: pattern } = cleanForm(useSettledForm(checkDelayMs))
  const path = fillPath(pattern, title)
  if (!profile.hasOwnPaths)
    return <FieldWarning text="This service chooses the paths itself. Delete this one." />
  if (path === '' || ownPathError(path) !== null) return null
  return (
    <span role="status">
      {pattern !== path && `${path}: `}
      <PathAvailability target={{ profileId: profile.id, environment }} path={path} asked={asked} />
      {hasMixedScripts(path) && (
        <FieldWarning text="It mixes letters of several scripts that look alike, so people may type another path." />
      )}
    </span>
  )
}

interface PathAvailabilityProps {
  target: LookupContext
  /** A valid path. */
  path: string
  /** Whether the link asks to open the app on iPhone and Android, as `true false`. */
  asked?: string
}

/** Says whether a path is free, and whether its link opens the app as asked. */
function PathAvailability({ target, path, asked }: PathAvailabilityProps) {
  const { data, error } = useCheckedPath(target, path)
  const [checked] = data?.paths ?? []
  if (error) return 'It couldn’t be checked whether this path is free.'
  if (!checked) return 'Checking…'
  return (
    <>
      {checked.state === 'free' && 'Free. '}
      {checked.state === 'refused' && <FieldWarning text={checked.reason ?? ''} refusal />}
      {checked.state === 'taken' && <TakenPath target={target} path={path} />}
      {data?.opens_app && asked !== undefined && <AppSentence opens={data.opens_app} asked={asked} />}
    </>
  )
}

/** Names the link that has a path, if it is one of this project, with a link to it in the library. */
function TakenPath({ target, path }: PathAvailabilityProps) {
  const found = useLinkWithPath(target, path)
  const { record, link } = found ?? {}
  const name = link?.title || link?.access_path || 'another link of this project'
  return (
    <span>
      <FieldWarning text={link ? `Taken by ${name}.` : 'Taken. Choose another path.'} refusal />
      {record && (
        <Anchor href={`#${linkPath(record.id)}`} size="xs">
          Open it
        </Anchor>
      )}
    </span>
  )
}

/** Says on which phones links with own paths open the app, if the form asks for something else. */
function AppSentence({ opens, asked }: { opens: { ios: boolean; android: boolean }; asked: string }) {
  if (asked === `${opens.ios} ${opens.android}`) return null
  const phones = [...(opens.ios ? ['iPhone'] : []), ...(opens.android ? ['Android'] : [])]
  const where =
    phones.length === 0 ? 'no phone' : `${phones.join(' and ')}${phones.length === 1 ? ' only' : ''}`
  return <FieldWarning text={`In this project, links with a chosen path open the app on ${where}.`} />
}
