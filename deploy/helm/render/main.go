// Renders the chart as `helm template` would, with the template engine and the functions that Helm is made of. Helm itself
// is in no package of Debian. It knows what our chart uses and refuses the rest: a function that is missing here is an error.
//
//	render <chart> <release> [values.json]
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type values = map[string]interface{}

func main() {
	if len(os.Args) < 3 {
		fail(fmt.Errorf("usage: render <chart> <release> [values.json]"))
	}
	chart, release := os.Args[1], os.Args[2]
	given := values{}
	if len(os.Args) > 3 {
		fail(json.Unmarshal(read(os.Args[3]), &given))
	}
	var defaults values
	fail(yaml.Unmarshal(read(filepath.Join(chart, "values.yaml")), &defaults))
	var about struct{ Name, Version, AppVersion string }
	var raw values
	fail(yaml.Unmarshal(read(filepath.Join(chart, "Chart.yaml")), &raw))
	about.Name, about.Version, about.AppVersion = fmt.Sprint(raw["name"]), fmt.Sprint(raw["version"]), fmt.Sprint(raw["appVersion"])

	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	// As Helm does: a template must not depend on where it is rendered.
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	root.Funcs(functions)

	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	fail(err)
	sort.Strings(files)
	for _, file := range files {
		_, err := root.New(file).Parse(string(read(file)))
		fail(err)
	}
	data := values{
		"Values":  merge(defaults, given),
		"Chart":   about,
		"Release": values{"Name": release, "Namespace": "default", "Service": "Helm"},
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "_") || !strings.HasSuffix(file, ".yaml") {
			continue
		}
		fmt.Printf("---\n# Source: %s\n", filepath.Base(file))
		fail(root.ExecuteTemplate(os.Stdout, file, data))
	}
}

// Tables are merged, everything else is replaced.
func merge(below, above values) values {
	merged := values{}
	for key, value := range below {
		merged[key] = value
	}
	for key, value := range above {
		lower, isTableBelow := merged[key].(values)
		upper, isTableAbove := value.(values)
		if isTableBelow && isTableAbove {
			merged[key] = merge(lower, upper)
		} else {
			merged[key] = value
		}
	}
	return merged
}

func read(file string) []byte {
	text, err := os.ReadFile(file)
	fail(err)
	return text
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
