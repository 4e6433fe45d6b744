// May a wallet claim? Prints yes, no or unknown. Standard library only, Go 1.19 or newer.
//
//	go run examples/go/main.go [WALLET [CONTRACT [CHAIN]]]
//
// Exit codes: 0 yes, 1 no, 2 unknown, 3 wrong use. (`go run` itself exits with 1 for all but 0.)
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

const (
	attempts = 3
	maxWait  = 15 * time.Second
	maxBytes = 16 << 20
)

// Verdict has three values: an answer that could not be had is neither a yes nor a no. Its zero value is Unknown.
type Verdict int

const (
	Unknown Verdict = iota
	Yes
	No
)

// Answer is what the service says at a block.
type Answer struct {
	Verdict Verdict
	Why     string
	// Record what you give per holder, not per visitor.
	Holders []Holder
}

// Holder is a wallet whose tokens count. Balances may have 256 bits: json.Number keeps every digit.
type Holder struct {
	Address string      `json:"address"`
	Balance json.Number `json:"balance"`
}

// reply is an answer of /eligibility, or a problem (RFC 9457).
type reply struct {
	Eligible *bool    `json:"eligible"`
	Holders  []Holder `json:"holders"`
	Unknown  []struct {
		Detail string `json:"detail"`
	} `json:"unknown"`
	Block *struct {
		ChainID uint64 `json:"chainId"`
		Number  uint64 `json:"number"`
	} `json:"block"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// ErrRefused means that the request itself is wrong: asking again does not help.
var ErrRefused = errors.New("refused")

var client = &http.Client{Timeout: 10 * time.Second}

// get asks again when the service is busy, and waits as long as it says.
func get(address string) (status int, body reply, err error) {
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			return 0, body, err
		}
		if key := os.Getenv("MANDATE_API_KEY"); key != "" {
			request.Header.Set("X-API-KEY", key)
		}
		response, err := client.Do(request)
		if err != nil {
			return 0, body, err
		}
		body = reply{}
		err = json.NewDecoder(io.LimitReader(response.Body, maxBytes)).Decode(&body)
		response.Body.Close()
		wait := time.Duration(attempt) * time.Second
		if seconds, e := strconv.Atoi(response.Header.Get("Retry-After")); e == nil {
			wait = time.Duration(seconds) * time.Second
		}
		isBusy := response.StatusCode == 429 || response.StatusCode >= 502 && response.StatusCode <= 504
		if !isBusy || attempt == attempts || wait > maxWait {
			return response.StatusCode, body, err
		}
		time.Sleep(wait)
	}
}

// MayClaim returns an error only if the request is wrong. Everything else that goes wrong is Unknown.
func MayClaim(service, wallet, contract string, chainID uint64) (Answer, error) {
	query := url.Values{"wallet": {wallet}, "contract": {contract}, "chainId": {strconv.FormatUint(chainID, 10)}}
	status, body, err := get(service + "/eligibility?" + query.Encode())
	switch {
	case err != nil:
		return Answer{Why: "No answer from " + service + ": " + err.Error()}, nil
	case status == http.StatusBadRequest:
		return Answer{}, fmt.Errorf("%w: %s", ErrRefused, body.Detail)
	case status != http.StatusOK:
		return Answer{Why: body.Code + ": " + body.Detail}, nil
	case body.Block == nil || body.Block.ChainID != chainID:
		return Answer{Why: "The answer is not about this chain."}, nil
	case body.Eligible == nil && len(body.Unknown) > 0:
		return Answer{Why: body.Unknown[0].Detail, Holders: body.Holders}, nil
	case body.Eligible == nil:
		return Answer{Why: "The service does not say why."}, nil
	}
	why := fmt.Sprintf("at block %d of chain %d", body.Block.Number, chainID)
	if *body.Eligible {
		return Answer{Yes, why, body.Holders}, nil
	}
	return Answer{No, why, body.Holders}, nil
}

func main() {
	service := os.Getenv("MANDATE_URL")
	if service == "" {
		service = "http://localhost:8080"
	}
	// A hot wallet and a collection of the sample world.
	asked := []string{"0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d", "0x07f64dAF933D7182Ed58680C06eB06160A5e59D9", "1"}
	copy(asked, os.Args[1:])
	chainID, err := strconv.ParseUint(asked[2], 10, 64)
	var answer Answer
	if err == nil {
		answer, err = MayClaim(service, asked[0], asked[1], chainID)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	fmt.Printf("%s: %s\n", [...]string{"unknown", "yes", "no"}[answer.Verdict], answer.Why)
	for _, holder := range answer.Holders {
		fmt.Println(" ", holder.Address, holder.Balance)
	}
	os.Exit([...]int{2, 0, 1}[answer.Verdict])
}
