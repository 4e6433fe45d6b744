// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Represents every contract that calls a registry on someone's behalf: a smart-contract wallet when it
/// forwards one call, a multicall when it forwards many. It obeys anyone: for local chains only.
contract SmartWallet {
    struct Call {
        address to;
        bytes data;
    }

    function execute(Call[] calldata calls) external payable returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            bool success;
            (success, results[i]) = calls[i].to.call(calls[i].data);
            require(success, "SmartWallet: a call failed");
        }
    }
}
