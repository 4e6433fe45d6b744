{{- /* What every pod has in common. Each takes the root, or a dict of the root and a role. */ -}}

{{- define "mandate.selector" -}}
app.kubernetes.io/name: mandate
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "mandate.labels" -}}
{{ include "mandate.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | quote }}
{{- end }}

{{- define "mandate.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "mandate.container" -}}
{{- with .Values.image -}}
image: {{ if .digest }}{{ printf "%s@%s" .repository .digest | quote }}{{ else }}{{ printf "%s:%s" .repository (.tag | default $.Chart.AppVersion) | quote }}{{ end }}
imagePullPolicy: {{ .pullPolicy }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .Values.existingSecret | quote }} }
env:
  - { name: LOG_LEVEL, value: {{ .Values.settings.logLevel | quote }} }
  {{- with .Values.settings.chainIds }}
  - { name: CHAIN_IDS, value: {{ . | quote }} }
  {{- end }}
{{- end }}
