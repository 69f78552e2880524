import { Checkbox, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { FieldList } from '../../ui/FieldList.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { ColorField } from './ColorField.tsx'
import type { ServiceValues } from './serviceValues.ts'
import { QuietText } from '../../ui/variants.ts'

interface FieldProps {
  form: UseFormReturnType<ServiceValues>
}

interface ProfileFieldsProps extends FieldProps {
  profile: SavedProfile | null
  /** Whether to show only what a first service needs. The domain of its first link is added. */
  brief: boolean
}

/** Shows the name, colour, address and link domains of a profile. */
export function ProfileFields({ form, profile, brief }: ProfileFieldsProps) {
  return (
    <>
      <Group gap="12px 16px" align="flex-start">
        <TextInput
          flex="1 1 160px"
          label="Name"
          placeholder="Acme links"
          autoFocus={profile === null && !brief}
          {...form.getInputProps('profile.name')}
        />
        {!brief && (
          <ColorField
            value={form.getValues().profile.color}
            onChange={(color) => form.setFieldValue('profile.color', color)}
          />
        )}
      </Group>
      {profile?.kind === 'embedded' ? (
        <EmbeddedFacts profile={profile} />
      ) : (
        <TextInput
          label="Service address"
          placeholder="https://links.example.com/api/v1/sdk"
          inputMode="url"
          {...form.getInputProps('profile.baseUrl')}
        />
      )}
      {profile?.kind !== 'embedded' && !brief && (
        <TextInput
          label="Link domains"
          description="The domains of this service’s links, separated by commas. Linkwright uses them to match pasted links to a profile, and adds the domain of the first link that you create."
          placeholder="go.example.com"
          inputMode="url"
          {...form.getInputProps('profile.linkHosts')}
        />
      )}
    </>
  )
}

/** Shows the address of the local service read-only, because the service manages it. */
function EmbeddedFacts({ profile }: { profile: SavedProfile }) {
  return (
    <FieldList
      rows={[
        { name: 'Service address', value: <code>{profile.baseUrl}</code> },
        { name: 'Link domain', value: <code>{profile.linkHosts.join(', ')}</code> },
      ]}
    />
  )
}

/** Shows the environment values, for services whose names differ from the specification's. */
export function HeaderValueFields({ form }: FieldProps) {
  const hasError = Object.keys(form.errors).some((path) => path.startsWith('profile.environmentValues.'))
  const [isOpen, setIsOpen] = useState(false)
  if (hasError && !isOpen) setIsOpen(true)
  return (
    <Fold title="Advanced" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <QuietText fz="xs">
        Linkwright sends one of these values with each request. Change them only if this service uses
        different names for its environments.
      </QuietText>
      <SimpleGrid cols={2} spacing="sm" w="100%">
        {(['production', 'development'] as const).map((environment) => (
          <TextInput
            key={environment}
            label={`Value sent for ${environment}`}
            {...form.getInputProps(`profile.environmentValues.${environment}`)}
          />
        ))}
      </SimpleGrid>
    </Fold>
  )
}

/** Shows what isn't needed to connect. Without an app, *Create* and the simulator hide everything about opening it. */
export function OtherFields({ form }: FieldProps) {
  return (
    <>
      <Checkbox
        label="This project has a mobile app"
        description="Turn off to hide “Open the app” when you create links."
        {...form.getInputProps('profile.hasApp', { type: 'checkbox' })}
      />
      <Textarea
        label="Notes"
        placeholder="What it is for, who to ask"
        autosize
        minRows={1}
        maxRows={6}
        {...form.getInputProps('profile.notes')}
      />
    </>
  )
}
