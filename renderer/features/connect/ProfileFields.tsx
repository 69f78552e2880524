import { Collapse, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { FoldToggle } from '../../ui/FoldToggle.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { AddressFields, BaseUrlField, LinkHostsField } from './AddressFields.tsx'
import { AppearanceFields, NameField } from './AppearanceFields.tsx'
import type { ServiceValues } from './serviceValues.ts'
import styles from './connect.module.css'

type Form = UseFormReturnType<ServiceValues>

interface ProfileFieldsProps {
  form: Form
  profile: SavedProfile | null
}

/** Shows the name, colour and address of a profile. */
export function ProfileFields({ form, profile }: ProfileFieldsProps) {
  return (
    <>
      <AppearanceFields form={form} />
      {profile?.kind === 'embedded' ? <EmbeddedFacts profile={profile} /> : <AddressFields form={form} />}
    </>
  )
}

/** Shows only what a first service needs: without other profiles, it needs no colour. */
export function MinimalFields({ form }: { form: Form }) {
  return (
    <>
      <Group className={styles['looks']} gap="12px 16px" align="flex-start">
        <NameField form={form} />
        <LinkHostsField form={form} brief />
      </Group>
      <BaseUrlField form={form} />
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
export function HeaderValueFields({ form }: { form: Form }) {
  const hasError = Boolean(form.errors['production'] ?? form.errors['development'])
  const [open, { toggle }] = useDisclosure(false)
  const isExpanded = open || hasError
  return (
    <div>
      <FoldToggle open={isExpanded} toggle={toggle} fz="sm" fw={550} c="var(--text)">
        Advanced
      </FoldToggle>
      <Collapse expanded={isExpanded} transitionDuration={120}>
        <Text c="dimmed" fz="xs" py={10}>
          Linkwright sends one of these values with each request. Change them only if this service uses
          different names for its environments.
        </Text>
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label="Value sent for production"
            spellCheck={false}
            {...form.getInputProps('production')}
          />
          <TextInput
            label="Value sent for development"
            spellCheck={false}
            {...form.getInputProps('development')}
          />
        </SimpleGrid>
      </Collapse>
    </div>
  )
}
